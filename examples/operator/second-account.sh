#!/bin/sh
# Creates a paying account in a running service and uses its live key: three calls.
# Run it in the directory of the service, or set DATA_DIR; WAYFARE_URL is its address.
set -eu
url="${WAYFARE_URL:-http://localhost:8080}"
name="${1:-Example Travel}"
owner_email="${2:-grace@example.com}"

# Prints a member of the JSON on standard input.
member() {
  node -p "JSON.parse(require('fs').readFileSync(0, 'utf8')).$1"
}

# 1. Create a service key of the operators' account, which may create accounts.
operator_key=$(npx wayfare keys create --environment service --name "Back office" --scopes accounts.write --json | member secret)

# 2. Create the account with a paid plan, the invitation of its owner and a live key.
account=$(curl -sS --fail-with-body "$url/v1/operator/accounts" \
  -H "Authorization: Bearer $operator_key" -H "Content-Type: application/json" \
  -d "{\"name\": \"$name\", \"ownerEmail\": \"$owner_email\", \"plan\": \"pro\", \"keys\": [\"live\"]}")
live_key=$(printf '%s' "$account" | member 'keys[0].secret')

# 3. Use the live key.
subscription=$(curl -sS --fail-with-body "$url/v1/billing/subscription" -H "Authorization: Bearer $live_key")

echo "Account:    $(printf '%s' "$account" | member id)"
echo "Plan:       $(printf '%s' "$subscription" | member plan)"
echo "Live key:   $live_key"
echo "Owner link: $(printf '%s' "$account" | member invitation.url)"
