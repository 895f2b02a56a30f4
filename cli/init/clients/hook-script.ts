import { hookPathOf } from '../../../shared/contract/edge.ts';
import {
  endpointFiles,
  saidDownLivesSeconds,
  endpointFolder,
  hookAnswerWithinSeconds,
  socketFiles,
} from '../../../shared/node/endpoint.ts';
import { clientForms, copilotVariable, silenceOf } from '../../hook-answers/client-forms.ts';
import {
  agentEvents,
  printedAgentMessage,
  denialMessage,
  uncheckedMessage,
  clientAgentMessage,
  preWriteEvents,
  printedDenial,
  userEvents,
  printedUserMessage,
} from '../../hook-answers/without-daemon.ts';
import { mark } from '../settings-files/mark.ts';

/** Where the script lies in the repository; clients' settings call it from there. */
export const hookScriptPath = '.coord/hook';

const inShell = (json: string): string => json.replaceAll('"', '\\"');

/** Bytes: more than a path may have anywhere. */
const longestPath = 4_096;
/** Seconds. */
const connectWithinSeconds = 1;

/** The arms of a `case $client` for the clients with a form of their own: `word` does something with the text. */
function armsFor(
  { indentation, word }: { indentation: string; word: string },
  textFor: (client: string) => string | undefined,
): string {
  const arms = Object.keys(clientForms).flatMap((client) => {
    const text = textFor(client);
    return text === undefined ? [] : [`${client}) ${word}"${inShell(text)}" ;;`];
  });
  return arms.join(`\n${indentation}`);
}

/** The user's notice of a client that has it in another form than Claude Code. */
function ownUserNotice(client: string, text: string): string | undefined {
  return clientForms[client]?.user === undefined ? undefined : printedUserMessage(client, text);
}

/** The pattern of `$client-$answer` where the answer is the reason of a denial, and the exit code is what denies. */
const reasons = Object.keys(clientForms)
  .filter((client) => clientForms[client]?.deniesByExit === true)
  .map((client) => `${client}-?*`)
  .join(' | ');

/** The arms of a `case $client-$event` for the hooks that must not be silent. */
const silences = Object.entries(clientForms)
  .flatMap(([client, { silence = {} }]) =>
    Object.keys(silence).map(
      (event) => `${client}-${event}) nothing='${silenceOf(client, event)}' ;;`,
    ),
  )
  .join('\n  ');

/**
 * The shim that clients' hooks call as `.coord/hook CLIENT [EVENT]`: the client's JSON on stdin, its answer on stdout. It is a
 * shell script because starting Node would cost several times as much as the whole answer. The one program that it starts is
 * curl, which asks over the daemon's socket, with the token in a file: a port could be anybody's by now (LOC-3). A file of the
 * repository gives curl nothing but the path of that socket (HKS-4): whoever unpacks an archive owns all that is in it.
 *
 * curl takes a header from a file, and knows `--request-target`, since 7.55: an older one stops at that option, before it has
 * read anything, and `coord hook` asks instead. `-O` and `-ef` are not in every POSIX, and in every shell that is a system's `sh`.
 */
export const hookScript = `#!/bin/sh
# ${mark} Commit this file; do not edit it.
# Usage: .coord/hook CLIENT [EVENT], with the client's JSON on stdin. Prints the client's answer.
set -u
# All text is bytes here.
LC_ALL=C
export LC_ALL
client=\${1-}
event=\${2-}
case $client in
  '' | *[!abcdefghijklmnopqrstuvwxyz-]*)
    echo 'usage: .coord/hook CLIENT [EVENT]' >&2
    exit 2
    ;;
esac

# What is printed where there is nothing to say: a hook that fails closed has to be told that the agent may go on.
nothing=
case $client-$event in
  ${silences}
esac

finish() {
  [ -z "$1" ] || printf '%s\\n' "$1"
  exit 0
}

# The repository: from the project's directory upwards. Outside of one there is nothing to coordinate.
top=\${CLAUDE_PROJECT_DIR:-$PWD}
until [ -e "$top/.git" ]; do
  case $top in
    */*) top=\${top%/*} ;;
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
  git=\${line#gitdir: }
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
coord=$common/${endpointFolder}

# LOC-3: what carries the token, or says where to send it, is no link and belongs to this user; or, where sudo runs this as
# root, to the person who asked for that.
ours() {
  [ ! -L "$1" ] || return 1
  [ ! -O "$1" ] || return 0
  [ -n "\${SUDO_UID-}" ] && [ "$(id -u)" = 0 ] && [ -n "$(find "$1" -prune -user "$SUDO_UID")" ]
}

ours_and_plain() {
  [ -f "$1" ] && ours "$1"
}

# Reads the address, from within the private folder, so that nobody can put another one in its place meanwhile: which repository
# it is for, as a copy of a repository has it too (LOC-5), and where the socket is. The repository is named as it really is: a
# link, or /proc/self/cwd, would lead to any.
read_address() {
  cd -P "$coord" && ours . && ours_and_plain ${endpointFiles.address} || return 1
  { IFS= read -r repository && IFS= read -r socket; } <${endpointFiles.address} || return 1
  [ \${#repository} -le ${longestPath} ] && [ \${#socket} -le ${longestPath} ] || return 1
  case $repository in /*) ;; *) return 1 ;; esac
  case $socket in /*/${socketFiles.socket}) ;; *) return 1 ;; esac
  [ "$repository" -ef .. ] && cd -P "$repository" && [ "$PWD" = "$repository" ]
}

# Asks the daemon. Beside its socket lies what it wants to be shown.
post() {
  bound
  read_address || exit 7
  folder=\${socket%/*}
  ours "$folder" && [ -S "$socket" ] && ours "$socket" || exit 7
  ours_and_plain "$folder/${socketFiles.authorization}" || exit 7
  exec curl -q --unix-socket "$socket" --noproxy '*' --request-target "${hookPathOf('$client')}" \\
    -H @"$folder/${socketFiles.authorization}" -H 'Content-Type: application/json' -H Expect: \\
    --location --max-redirs 0 --silent --fail --connect-timeout ${connectWithinSeconds} \\
    --max-time ${hookAnswerWithinSeconds} --data-binary @- http://localhost
}

# What lies in a folder that is not ours counts for nothing here.
private=yes
[ ! -e "$coord" ] || ours "$coord" || private=

# The answer is kept until it is whole, so that half of one never reaches the client. 7 is curl's word for
# no connection, 2 for an option that it does not know.
answer=
failure=7
if [ -n "$private" ] && [ -f "$coord/${endpointFiles.address}" ]; then
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
if [ $failure -eq 0 ]; then
  case $client-$answer in
    ${reasons})
      printf '%s\\n' "$answer" >&2
      exit 2
      ;;
  esac
  finish "\${answer:-$nothing}"
fi
# 22: it has answered that it does not take this call, so it is not down.
if [ $failure -eq 22 ]; then
  text='${uncheckedMessage('refused')}'
  denial='${denialMessage('refused')}'
else
  problem='is not running'
  [ $failure -eq 7 ] || problem='does not answer'
  text="${uncheckedMessage('$problem')}"
  denial="${denialMessage('$problem')}"
fi

# VS Code runs the hooks of Copilot's file too; only Copilot CLI names itself.
[ "$client" != copilot ] || [ -n "\${${copilotVariable}-}" ] || client=vscode

# No daemon: let the agent work and say so, to each agent and once to the user, unless the team has chosen to deny writes then.
if [ -n "$private" ] && [ -e "$coord/${endpointFiles.denyWhenDown}" ]; then
  case $event in
    ${preWriteEvents.join(' | ')})
      case $client in
        ${armsFor({ indentation: '        ', word: 'finish ' }, (client) => printedDenial(client, '$denial'))}
      esac
      echo "$denial" >&2
      exit 2
      ;;
  esac
fi
# Clients show the user nothing at the start of a session, and would take words at other events for something else.
case $event in
  ${userEvents.join(' | ')})
    said=$coord/${endpointFiles.saidDown}
    case $client in
      ${armsFor({ indentation: '      ', word: 'notice=' }, (client) => ownUserNotice(client, '$text'))}
      *) notice="${inShell(printedUserMessage('', '$text'))}" ;;
    esac
    [ -n "$notice" ] || finish "$nothing"
    ;;
  ${agentEvents.join(' | ')})
    case $client in
      ${armsFor({ indentation: '      ', word: 'finish ' }, (client) => clientAgentMessage(client, '$text'))}
      *) finish "${inShell(printedAgentMessage('$event', '$text'))}" ;;
    esac
    ;;
  *) finish "$nothing" ;;
esac
[ $failure -ne 22 ] || finish "$notice"
[ -n "$private" ] || finish "$nothing"
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
  *) [ "$made" -gt "$now" ] || [ $((now - made)) -ge ${saidDownLivesSeconds} ] || finish "$nothing" ;;
esac
umask 077
[ -d "$coord" ] || mkdir "$coord" 2>/dev/null
[ -z "$known" ] || rm -f "$said" 2>/dev/null
[ ! -d "$said" ] || finish "$notice"
set -C
{ printf '%s\\n' "$now" >"$said"; } 2>/dev/null || notice=$nothing
finish "$notice"
`;
