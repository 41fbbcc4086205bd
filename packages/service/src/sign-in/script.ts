/** What runs on the sign-in page: nothing is posted before somebody presses the button. */
export const signInScript = `const outcome = document.getElementById("outcome");
const button = document.getElementById("sign-in");
const token = location.hash.slice(1);
history.replaceState(null, "", location.pathname);
if (token === "") {
  outcome.textContent = "This address has no token. Open the link as it was printed.";
} else {
  outcome.textContent = "";
  button.hidden = false;
  button.addEventListener("click", async () => {
    button.disabled = true;
    const response = await fetch("/sign-in", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ token }),
    });
    const answer = await response.json();
    outcome.textContent = response.ok
      ? "You are signed in, and the link is used up. The file first-run.json has been deleted."
      : answer.detail;
    button.hidden = true;
  });
}
`;
