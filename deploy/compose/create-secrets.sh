#!/bin/sh
# Creates the secrets of compose.yaml in ./secrets. Existing files are kept.
#
# The folder is private. The files are readable, because containers with different users read them through their own mounts.
set -eu
cd "$(dirname "$0")"
mkdir -p -m 700 secrets
cd secrets

create() {
  [ -e "$1" ] && return
  printf '%s\n' "$2" > "$1"
  chmod 444 "$1"
}

create database-password "$(openssl rand -hex 24)"
create database-url "postgresql://wayfare:$(cat database-password)@postgres/wayfare"
create server-secret "a:$(openssl rand -base64 32)"
create metrics-token "$(openssl rand -hex 32)"
create grafana-password "$(openssl rand -hex 12)"
