#!/bin/sh
# Written by `coord init`. Commit this file; do not edit it.
# Usage: .coord/hook CLIENT [EVENT], with the client's JSON on stdin. Prints the client's answer.
#
# A shell script, because starting Node would cost several times as much as the whole answer. The one program that it starts is
# curl, which asks over the daemon's socket, with the token in a file: a port could be anybody's by now (LOC-3). A file of the
# repository gives curl nothing but the path of that socket (HKS-4): whoever unpacks an archive owns all that is in it.
#
# curl takes a header from a file, and knows --request-target, since 7.55: an older one stops at that option, before it has
# read anything, and coord hook asks instead. -O and -ef are not in every POSIX, and in every shell that is a system's sh.
set -u
# All text is bytes here.
LC_ALL=C
export LC_ALL
client=${1-}
event=${2-}
case $client in
  '' | *[!abcdefghijklmnopqrstuvwxyz-]*)
    echo 'usage: .coord/hook CLIENT [EVENT]' >&2
    exit 2
    ;;
esac

# `coord init` puts in here the names of files, the sentences, and what this client prints at this event where no daemon answers:
# whom it tells ($role), in which forms it denies ($deny) and tells ($tell), and what it prints where there is nothing to say
# ($nothing), as a hook that fails closed has to be told that the agent may go on. A form has @ where the sentence goes, and a
# sentence has it where the daemon's reason goes. $runs is the client that runs this, as some run another one's file.
# coord: values

is_in() {
  case " $2 " in
    *" $1 "*) return 0 ;;
    *) return 1 ;;
  esac
}

# Nobody's form is known to say it in, and 2 would be a denial in many.
if ! is_in "$client" "$clients"; then
  echo "$unknown" >&2
  exit 1
fi

finish() {
  [ -z "$1" ] || printf '%s\n' "$1"
  exit 0
}

# The repository: from the project's directory upwards. Outside of one there is nothing to coordinate.
top=${CLAUDE_PROJECT_DIR:-$PWD}
until [ -e "$top/.git" ]; do
  case $top in
    */*) top=${top%/*} ;;
    *) finish "$nothing" ;;
  esac
done

# A second of the processor is much more than anything here takes. A file with an endless first line would take longer.
bound() {
  ulimit -t 1
}

first_line() {
  bound
  IFS= read -r line <"$1"
  printf '%s' "$line"
}

# The Git directory that all worktrees share: in a worktree, .git is a file that leads there in two steps.
git=$top/.git
line=
if [ -f "$git" ]; then
  { line=$(first_line "$git"); } 2>/dev/null
  git=${line#gitdir: }
  case $git in
    /* | [A-Za-z]:*) ;;
    *) git=$top/$git ;;
  esac
fi
common=$git
if [ -f "$git/commondir" ]; then
  { line=$(first_line "$git/commondir"); } 2>/dev/null
  case $line in
    /* | [A-Za-z]:*) common=$line ;;
    *) common=$git/$line ;;
  esac
fi
coord=$common/$endpoint_folder

# LOC-3: what carries the token, or says where to send it, is no link and belongs to this user; or, where sudo runs this as
# root, to the person who asked for that.
ours() {
  [ ! -L "$1" ] || return 1
  [ ! -O "$1" ] || return 0
  [ -n "${SUDO_UID-}" ] && [ "$(id -u)" = 0 ] && [ -n "$(find "$1" -prune -user "$SUDO_UID")" ]
}

ours_and_plain() {
  [ -f "$1" ] && ours "$1"
}

# Reads the address, from within the private folder, so that nobody can put another one in its place meanwhile: which repository
# it is for, as a copy of a repository has it too (LOC-5), and where the socket is. The repository is named as it really is: a
# link, or /proc/self/cwd, would lead to any.
read_address() {
  cd -P "$coord" && ours . && ours_and_plain "$address_file" || return 1
  { IFS= read -r repository && IFS= read -r socket; } <"$address_file" || return 1
  [ ${#repository} -le 4096 ] && [ ${#socket} -le 4096 ] || return 1
  case $repository in /*) ;; *) return 1 ;; esac
  case $socket in /*/"$socket_file") ;; *) return 1 ;; esac
  [ "$repository" -ef .. ] && cd -P "$repository" && [ "$PWD" = "$repository" ]
}

# Asks the daemon. Beside its socket lies what it wants to be shown.
post() {
  bound
  read_address || exit 7
  folder=${socket%/*}
  ours "$folder" && [ -S "$socket" ] && ours "$socket" || exit 7
  ours_and_plain "$folder/$authorization_file" || exit 7
  exec curl -q --unix-socket "$socket" --noproxy '*' --request-target "$hook_path" \
    -H @"$folder/$authorization_file" -H 'Content-Type: application/json' -H Expect: \
    --location --max-redirs 0 --silent --write-out '\n%{http_code}' --connect-timeout 1 \
    --max-time "$answer_within" --data-binary @- http://localhost
}

# Takes the status, which stands behind the answer, off it. 22 is curl's word for a status that is a refusal.
take_status() {
  status=${answer##*"$line_end"}
  answer=${answer%"$line_end"*}
  case $status in
    2??) ;;
    [45]??)
      failure=22
      set_reason
      ;;
    *) failure=1 ;;
  esac
}

# The daemon's own words for a refusal. JSON is not read here, so what has an escape in it, or anything but plain characters, is
# left out: the text goes into the JSON of the client.
set_reason() {
  case $answer in
    *'"message":"'*) ;;
    *) return 0 ;;
  esac
  reason=${answer#*'"message":"'}
  reason=${reason%%'"'*}
  case $reason in
    *[!\ -~]* | *\\*) reason= ;;
  esac
  [ ${#reason} -le 400 ] || reason=
}

# What lies in a folder that is not ours counts for nothing here.
private=yes
[ ! -e "$coord" ] || ours "$coord" || private=

# The answer is kept until it is whole, so that half of one never reaches the client. 7 is curl's word for
# no connection, 2 for an option that it does not know.
line_end='
'
answer=
reason=
failure=7
if [ -n "$private" ] && [ -f "$coord/$address_file" ]; then
  failure=2
  if command -v curl >/dev/null; then
    { answer=$(post); } 2>/dev/null
    failure=$?
  fi
  if [ $failure -eq 2 ]; then
    failure=7
    ! command -v coord >/dev/null || exec coord hook "$client" "$event"
  fi
fi
[ $failure -ne 0 ] || take_status
if [ $failure -eq 0 ]; then
  if [ -n "$answer" ] && is_in "$client" "$deny_by_exit"; then
    printf '%s\n' "$answer" >&2
    exit 2
  fi
  finish "${answer:-$nothing}"
fi
# 22: it has answered that it does not take this call, so it is not down.
case $failure in
  7) unchecked=$unchecked_down denial=$denial_down unreserved=$unreserved_down ;;
  22) unchecked=$unchecked_refused denial=$denial_refused unreserved=$unreserved_refused ;;
  *) unchecked=$unchecked_late denial=$denial_late unreserved=$unreserved_late ;;
esac

# Puts the text into each gap of the form. What is a gap in the text stays.
fill() {
  filled=
  rest=$1
  until [ "$rest" = "${rest#*@}" ]; do
    filled=$filled${rest%%@*}$2
    rest=${rest#*@}
  done
  filled=$filled$rest
}

# Puts the sentence, with the reason in it, into the form.
say() {
  fill "$2" "${reason:-$what_is_wrong}"
  fill "$1" "$filled"
}

# No daemon: let the agent work and say so, to each agent and once to the user, unless the team has chosen to deny writes then.
case $role in
  before | unseen)
    if [ -n "$private" ] && [ -e "$coord/$deny_file" ]; then
      say "${deny:-@}" "$denial"
      [ -z "$deny" ] || finish "$filled"
      printf '%s\n' "$filled" >&2
      exit 2
    fi
    ;;
esac
# Clients show the user nothing at the start of a session, and would take words at other events for something else.
case $role in
  before | user)
    say "$tell" "$unchecked"
    notice=$filled
    ;;
  agent)
    say "$tell" "$unchecked"
    finish "$filled"
    ;;
  after)
    # HKS-6: after each one. Whose session it is stands in the JSON, which is not read here.
    say "$tell" "$unreserved"
    finish "$filled"
    ;;
  *) finish "$nothing" ;;
esac
[ $failure -ne 22 ] || finish "$notice"
[ -n "$private" ] || finish "$nothing"
said=$coord/$said_file-$runs
# HKS-1: the mark tells when it was made, in seconds: one that came along with the repository silences for a day at most.
now=$(date +%s)
made=
known=
if [ -e "$said" ] || [ -L "$said" ]; then
  known=yes
  # An empty one may be that of a hook that is just writing it.
  [ ! -f "$said" ] || [ -s "$said" ] || sleep 1
  now=$(date +%s)
  [ ! -f "$said" ] || { made=$(first_line "$said"); } 2>/dev/null
fi
case $made in
  '' | 0* | *[!0123456789]* | ????????????*) ;;
  *) [ "$made" -gt "$now" ] || [ $((now - made)) -ge "$said_lives" ] || finish "$nothing" ;;
esac
umask 077
[ -d "$coord" ] || mkdir "$coord" 2>/dev/null
[ -z "$known" ] || rm -f "$said" 2>/dev/null
[ ! -d "$said" ] || finish "$notice"
set -C
{ printf '%s\n' "$now" >"$said"; } 2>/dev/null || notice=$nothing
finish "$notice"
