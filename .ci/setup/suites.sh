# SPDX-License-Identifier: Apache-2.0
# Packages of a later suite of Debian, unpacked and never installed, through an apt root of our own.

is_debian_12() { (. /etc/os-release && [ "${ID:-}${VERSION_ID:-}" = debian12 ]); }

# The mirror this machine itself is configured to use.
mirror() {
  apt-get indextargets --no-release-info --format '$(REPO_URI)|$(RELEASE)|$(COMPONENT)' 'Created-By: Packages' |
    awk -F'|' '$2 == "bookworm" && $3 == "main" { print $1; exit }'
}

apt_of_suite() { # suite, then the words for apt-get
  local root=$cache/apt/$1
  shift
  apt-get -q -o "Dir::Etc::sourcelist=$root/sources.list" -o Dir::Etc::sourceparts=/dev/null -o Dir::Etc::preferencesparts=/dev/null \
    -o "Dir::State::lists=$root/lists" -o "Dir::State::status=$root/status" -o "Dir::Cache=$root/cache" \
    -o APT::Sandbox::User=root -o Acquire::Languages=none \
    -o Acquire::IndexTargets::deb::DEP-11::DefaultEnabled=false "$@"
}

prepare_suite() {
  local root=$cache/apt/$1 uri keyring=/usr/share/keyrings/debian-archive-keyring.gpg
  mkdir -p "$root/lists/partial" "$root/cache/archives/partial"
  : >"$root/status"
  uri=$(mirror)
  [ -n "$uri" ] || die "no main component of bookworm in this machine's apt configuration"
  [ -f "$keyring" ] || die "no $keyring: apt-get install debian-archive-keyring"
  printf 'deb [signed-by=%s] %s %s main\n' "$keyring" "$uri" "$1" >"$root/sources.list"
  say "reading the package lists of $1 (signatures checked with $keyring)"
  quietly "$root/update.log" "reading the package lists of $1" retry apt_of_suite "$1" update
}

version_in_suite() { # suite, package
  apt-cache -o "Dir::State::lists=$cache/apt/$1/lists" -o "Dir::Etc::sourcelist=$cache/apt/$1/sources.list" \
    -o Dir::Etc::sourceparts=/dev/null -o Dir::Etc::preferencesparts=/dev/null -o "Dir::State::status=$cache/apt/$1/status" \
    -o "Dir::Cache=$cache/apt/$1/cache" policy "$2" | awk '/Candidate:/ { sub(/[~+-].*/, "", $2); print $2 }'
}

unpack_from_suite() { # suite, package, directory
  local deb
  quietly "$3.log" "downloading $2 of $1" retry download_from_suite "$@"
  deb=$(compgen -G "$3/$2_*.deb")
  dpkg-deb -x "$deb" "$3/unpacked"
  sha256sum "$deb" | awk '{ print $1 }' >"$3/package.sha256"
}

download_from_suite() {
  mkdir -p "$3"
  (cd "$3" && apt_of_suite "$1" download "$2")
}
