# SPDX-License-Identifier: Apache-2.0
# A piece is a directory that is there as a whole or not at all: it is made elsewhere and moved into place when it is complete.

is_there() { [ -e "$cache/$1/.complete" ]; }

work_of() { printf '%s/.work-%s\n' "$cache" "$1"; }

# A directory for the making; what an interrupted set-up left of it goes first.
begin() { # name
  local work
  say "$1 …"
  work=$(work_of "$1")
  rm -rf "$work"
  mkdir -p "$work/result"
}

finish() { # name, version
  local work
  work=$(work_of "$1")
  printf '%s\n' "$2" >"$work/result/version.txt"
  (cd "$work/result" && find . -type f ! -name '*.txt' ! -name '*.sha256' -exec sha256sum {} + >files.sha256)
  touch "$work/result/.complete"
  [ ! -e "$cache/$1" ] || mv "$cache/$1" "$work/before"
  mv "$work/result" "$cache/$1"
  chmod -R u+w "$work"
  rm -rf "$work"
}

# What is there is what was made: a file that was damaged or changed since is made again.
is_whole() { # name
  is_there "$1" && (cd "$cache/$1" && [ -e files.sha256 ] && sha256sum --quiet --strict -c files.sha256 >/dev/null 2>&1)
}
