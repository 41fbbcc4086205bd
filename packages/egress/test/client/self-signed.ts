/**
 * Self-signed certificate for hooks.example and 127.0.0.1, valid until 2126, with its key. Created with
 * `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500 -subj /CN=hooks.example
 * -addext subjectAltName=DNS:hooks.example,IP:127.0.0.1`. The key protects nothing.
 */
export const selfSigned = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgA4SbsphqO5alSRBR
/wwYiYY4x/eDry/EEnN4OrPgW9uhRANCAATOcGbwEoDx5Riq76d68jMZ4SGBqz0Y
4BGsOa9MegwdXj72uIBin/DENY6DjKjwxVXYy+KKfwElnR477yzn11ZG
-----END PRIVATE KEY-----`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBpjCCAU2gAwIBAgIUBZd/7Pt0VzzRJhYd2dPdxSr7aBswCgYIKoZIzj0EAwIw
GDEWMBQGA1UEAwwNaG9va3MuZXhhbXBsZTAgFw0yNjExMjExNjU1MDFaGA8yMTI2
MTAyODE2NTUwMVowGDEWMBQGA1UEAwwNaG9va3MuZXhhbXBsZTBZMBMGByqGSM49
AgEGCCqGSM49AwEHA0IABM5wZvASgPHlGKrvp3ryMxnhIYGrPRjgEaw5r0x6DB1e
Pva4gGKf8MQ1joOMqPDFVdjL4op/ASWdHjvvLOfXVkajczBxMB0GA1UdDgQWBBTd
yMz0Mw7mqhys2e6njUz3BidpazAfBgNVHSMEGDAWgBTdyMz0Mw7mqhys2e6njUz3
BidpazAPBgNVHRMBAf8EBTADAQH/MB4GA1UdEQQXMBWCDWhvb2tzLmV4YW1wbGWH
BH8AAAEwCgYIKoZIzj0EAwIDRwAwRAIgGwcZjaZoaCq7s0vBWtep74r5Q97vnBF8
uMePOCDSAtACIFJbKngHuf5mjwOs3nNcG3GHaYKrK+OPdx6uYi/tcswD
-----END CERTIFICATE-----`,
};
