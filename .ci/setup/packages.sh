# SPDX-License-Identifier: Apache-2.0
# Packages of the distribution, whose signatures apt checks. Nothing is installed that is there by another way.

installed() { dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null | grep -qx installed; }

# Wanted packages are `package` or `package:path`: the path says that what it brings is there, whoever brought it.
packages() {
  local wanted=() each package path
  for each in "$@"; do
    package=${each%%:*} path=${each#*:}
    if [ "$path" != "$each" ] && [ -e "$path" ]; then continue; fi
    installed "$package" || wanted+=("$package")
  done
  [ ${#wanted[@]} -gt 0 ] || return 0
  say "apt-get install ${wanted[*]}"
  update_package_lists
  without_services quietly "$cache/apt-install.log" "apt-get install ${wanted[*]}" \
    retry apt-get -q -y -o DPkg::Lock::Timeout=300 --no-install-recommends install "${wanted[@]}"
}

# Once in a set-up is enough.
lists_are_new=
update_package_lists() {
  [ -z "$lists_are_new" ] || return 0
  quietly "$cache/apt-update.log" 'apt-get update' retry apt-get -q update
  lists_are_new=yes
}

# A service must not start on this machine because a package was installed. What a killed set-up left is ours to remove.
no_services=/usr/sbin/policy-rc.d
without_services() {
  if [ ! -e "$no_services" ] || policy_is_ours; then
    printf '#!/bin/sh\n# written by setup-runtimes\nexit 101\n' >"$no_services"
    chmod 755 "$no_services"
    trap lift_policy EXIT
  fi
  DEBIAN_FRONTEND=noninteractive "$@"
  lift_policy
}

policy_is_ours() { grep -qs 'written by setup-runtimes' "$no_services"; }

lift_policy() { if policy_is_ours; then rm -f "$no_services"; fi; }

# What every runtime here uses, and what the images of specs are made of.
common_packages() {
  packages runc:/usr/bin/runc containernetworking-plugins iproute2 libseccomp2 crun busybox-static
}
