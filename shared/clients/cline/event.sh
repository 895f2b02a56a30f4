#!/bin/sh
# Written by `coord init`. Commit this file; do not edit it.
# A hook of Cline, which is called by the name of its event and runs for every tool.
set -u
event=${0##*/}
input=$(cat)
# Only a write may be denied while no daemon runs, and only there is anybody told of that.
word=other
case $event in
  PreToolUse | PostToolUse)
    for tool in editor apply_patch write_to_file replace_in_file; do
      case $input in
        *'"toolName":"'$tool'"'*) word=$event ;;
      esac
    done
    ;;
esac
# The folder is not always the repository's.
cd "$(dirname "$0")/../.." || exit 0
[ -x .coord/hook ] || exit 0
printf '%s' "$input" | .coord/hook cline "$word"
