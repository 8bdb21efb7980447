# SPDX-License-Identifier: Apache-2.0
# Programs built from Go modules. The module itself is held against the hash pinned in catalogue.sh, its dependencies
# against the go.sum it carries (-mod=readonly: what is not in there does not build).

# The module's sources in a directory of ours: the cache's are read-only and shared.
module_sources() { # module@version, directory
  local answer sum directory
  need go 'install Go 1.26.6 or later and put it on PATH'
  [ -n "${hashes[$1]:-}" ] || die "no hash of $1 in .ci/setup/catalogue.sh"
  answer=$(retry fetch_module "$1") ||
    die "module $1 cannot be had: $(field_of "$answer" Error | tail -n 1) $(tail -n 1 "$cache/.fetch.log")"
  sum=$(field_of "$answer" Sum)
  [ "$sum" = "${hashes[$1]}" ] || die "module $1 is not what it was: its hash is $sum, not ${hashes[$1]}"
  directory=$(field_of "$answer" Dir)
  cp -r "$directory" "$2"
  chmod -R u+w "$2"
  rm -rf "$2/vendor" "$2/go.work" "$2/go.work.sum"
}

# The checksum database is not asked: the pinned hash says the same.
fetch_module() { (cd / && GONOSUMDB='*' GOFLAGS=-mod=mod go mod download -json "$1" 2>"$cache/.fetch.log"); }

field_of() { sed -n "s/^\\t\"$2\": \"\\(.*\\)\",\\{0,1\\}\$/\\1/p" <<<"$1"; }

# Beside other work, and out of its way.
go_in() { # directory, log, the words for go
  local directory=$1 log=$2
  shift 2
  (cd "$directory" && GONOSUMDB='*' quietly "$log" "go $1 of ${directory##*/}" \
    retry nice -n 19 go "$@")
}
