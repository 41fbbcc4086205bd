const meridians = [-60, 60, 180, 300, 420, 540, 660];
const parallels = [90, 230, 370, 510, 650];

/** Decorative map with great circles. */
export function SignInChart() {
  return (
    <div aria-hidden className="relative hidden overflow-hidden border-l border-line bg-sea wide:block">
      <svg
        viewBox="0 0 600 700"
        preserveAspectRatio="xMidYMid slice"
        className="absolute inset-0 size-full"
        fill="none"
      >
        <g className="stroke-graticule" strokeWidth="1">
          {meridians.map((x) => (
            <path key={x} d={`M${x} 740Q${300 + (x - 300) * 0.72} 340 ${300 + (x - 300) * 0.4} -40`} />
          ))}
          {parallels.map((y) => (
            <path key={y} d={`M-40 ${y + 46}Q300 ${y - 46} 640 ${y + 46}`} />
          ))}
        </g>
        <g className="stroke-accent" strokeWidth="1.5">
          <path d="M84 470Q250 210 512 262" />
          <path d="M84 470Q230 380 402 452" strokeDasharray="1 5" strokeLinecap="round" />
          <path d="M402 452Q480 380 512 262" strokeDasharray="1 5" strokeLinecap="round" />
        </g>
        <path d="M190 596Q300 420 512 262" className="stroke-award" strokeWidth="1.5" />
        <g className="fill-surface stroke-ink" strokeWidth="1.5">
          {[
            [84, 470],
            [512, 262],
            [402, 452],
            [190, 596],
          ].map(([x, y]) => (
            <circle key={x} cx={x} cy={y} r="4" />
          ))}
        </g>
        <g className="fill-ink font-mono text-14 font-medium">
          <text x="44" y="474">
            JFK
          </text>
          <text x="524" y="266">
            LHR
          </text>
          <text x="414" y="466">
            LIS
          </text>
          <text x="180" y="618">
            BOG
          </text>
        </g>
        <g className="fill-ink-3 font-mono text-12">
          <text x="262" y="268" transform="rotate(-14 262 268)">
            051° 5,540 km
          </text>
          <text x="264" y="520" className="fill-award" transform="rotate(-52 264 520)">
            43,000 mi
          </text>
        </g>
      </svg>
    </div>
  );
}
