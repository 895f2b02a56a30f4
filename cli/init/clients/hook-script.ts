import { hookPathOf } from '../../../shared/contract/edge.ts';
import {
  endpointFiles,
  endpointFolder,
  hookAnswerWithinSeconds,
} from '../../../shared/node/endpoint.ts';
import { clientForms, copilotVariable, silenceOf } from '../../hook-answers/client-forms.ts';
import {
  agentEvents,
  printedAgentMessage,
  denialMessage,
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
function ownUserNotice(client: string, problem: string): string | undefined {
  return clientForms[client]?.user === undefined ? undefined : printedUserMessage(client, problem);
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
 * The shim that clients' hooks call as `.coord/hook CLIENT [EVENT]`: the client's JSON on stdin, its answer on stdout.
 * It is a shell script because starting Node would cost several times as much as the whole answer. Where there is bash,
 * it starts no other program: bash can open a TCP connection by itself. Elsewhere curl asks over the daemon's socket.
 * Whatever is not bash reads the script too, so only what runs in bash alone may go beyond POSIX, and not in syntax.
 *
 * Over TCP the request is HTTP/1.0, to which no answer is chunked: its length is told, or it ends with the connection.
 * The time limit there is on its first byte, as the daemon sends an answer in one piece, and bash reads with a limit
 * slowly; clients have limits of their own.
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

# On to bash, and only once: what has its name may be another shell. What a user's bash starts with is left out.
if [ -z "\${BASH_VERSINFO-}" ] && [ "\${3-}" != again ]; then
  unset BASH_ENV
  for bash in /bin/bash /usr/bin/bash; do
    [ ! -x "$bash" ] || exec "$bash" "$0" "$client" "$event" again
  done
fi

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

# The Git directory that all worktrees share: in a worktree, .git is a file that leads there in two steps.
git=$top/.git
line=
if [ -f "$git" ]; then
  IFS= read -r line <"$git"
  git=\${line#gitdir: }
  case $git in
    /* | [A-Za-z]:*) ;;
    *) git=$top/$git ;;
  esac
fi
common=$git
if [ -f "$git/commondir" ]; then
  IFS= read -r line <"$git/commondir"
  case $line in
    /* | [A-Za-z]:*) common=$line ;;
    *) common=$git/$line ;;
  esac
fi
coord=$common/${endpointFolder}

# Two ways to ask the daemon. They succeed with the answer in $answer, which is kept until it is whole, so that half of
# one never reaches the client. They fail with 1 where no daemon was reached, and with 2 where one was asked in vain.
answer=

post() {
  printf 'POST %s HTTP/1.0\\r\\nHost: 127.0.0.1:%s\\r\\nAuthorization: Bearer %s\\r\\nContent-Type: application/json\\r\\nContent-Length: %s\\r\\n\\r\\n%s' \\
    "${hookPathOf('$client')}" "$port" "$token" "\${#body}" "$body"
}

over_tcp() {
  [ -n "\${BASH_VERSINFO-}" ] && [ -r "$coord/${endpointFiles.hookAddress}" ] || return 1
  set +o posix
  { read -r port && read -r token && read -r pid; } <"$coord/${endpointFiles.hookAddress}" || return 1
  # The port of a daemon that is gone may have become anybody's.
  { kill -0 "$pid" && exec 3<>"/dev/tcp/127.0.0.1/$port"; } 2>/dev/null || return 1

  # Newer versions read all there is at a time; older ones read byte by byte.
  if [ "$BASH_VERSINFO" -ge 5 ]; then
    count=-N
    IFS= read -r -N 1000000000 body
  else
    count=-n
    body=$(cat)
  fi

  # A small body the system takes even if the daemon does not; a large one must not hold up the hook for longer.
  trap '' PIPE
  writer=
  if [ "\${#body}" -lt 10000 ]; then
    post >&3 2>/dev/null
  else
    post >&3 2>/dev/null &
    writer=$!
  fi
  first=
  IFS= read -r -d '' $count 1 -t ${hookAnswerWithinSeconds} first <&3 2>/dev/null
  [ -z "$first" ] || IFS= read -r -d '' $count 1000000 answer <&3 2>/dev/null
  [ -z "$writer" ] || { kill -9 "$writer"; wait "$writer"; } 2>/dev/null

  answer=$first$answer
  case $answer in
    'HTTP/1.'?' 2'*$'\\r\\n\\r\\n'*) ;;
    *) return 2 ;;
  esac
  head=\${answer%%$'\\r\\n\\r\\n'*}
  answer=\${answer#"$head"????}
  case $head in
    *[Cc]ontent-[Ll]ength:*)
      length=\${head##*[Cc]ontent-[Ll]ength:}
      length=\${length%%$'\\r'*}
      [ "\${length# }" = "\${#answer}" ] || return 2
      ;;
  esac
}

over_socket() {
  [ -r "$coord/${endpointFiles.curlConfig}" ] || return 1
  if command -v curl >/dev/null; then
    answer=$(curl -q -K "$coord/${endpointFiles.curlConfig}" --data-binary @- "http://localhost${hookPathOf('$client')}" 2>/dev/null)
    case $? in
      0) ;;
      7) return 1 ;;
      *) return 2 ;;
    esac
  elif command -v coord >/dev/null; then
    exec coord hook "$client" "$event"
  else
    return 1
  fi
}

over_tcp
failure=$?
if [ $failure -eq 1 ]; then
  over_socket
  failure=$?
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
problem='is not running'
[ $failure -eq 1 ] || problem='does not answer'

# VS Code runs the hooks of Copilot's file too; only Copilot CLI names itself.
[ "$client" != copilot ] || [ -n "\${${copilotVariable}-}" ] || client=vscode

# No daemon: let the agent work and say so, to each agent and once to the user, unless the team has chosen to deny writes then.
if [ -e "$coord/${endpointFiles.denyWhenDown}" ]; then
  case $event in
    ${preWriteEvents.join(' | ')})
      case $client in
        ${armsFor({ indentation: '        ', word: 'finish ' }, (client) => printedDenial(client, '$problem'))}
      esac
      echo "${denialMessage('$problem')}" >&2
      exit 2
      ;;
  esac
fi
# Clients show the user nothing at the start of a session, and would take words at other events for something else.
case $event in
  ${userEvents.join(' | ')})
    said=$coord/${endpointFiles.saidDown}
    case $client in
      ${armsFor({ indentation: '      ', word: 'notice=' }, (client) => ownUserNotice(client, '$problem'))}
      *) notice="${inShell(printedUserMessage('', '$problem'))}" ;;
    esac
    [ -n "$notice" ] || finish "$nothing"
    ;;
  ${agentEvents.join(' | ')})
    case $client in
      ${armsFor({ indentation: '      ', word: 'finish ' }, (client) => clientAgentMessage(client, '$problem'))}
      *) finish "${inShell(printedAgentMessage('$event', '$problem'))}" ;;
    esac
    ;;
  *) finish "$nothing" ;;
esac
[ ! -e "$said" ] || finish "$nothing"
umask 077
[ -d "$coord" ] || mkdir "$coord" 2>/dev/null
set -C
{ true >"$said"; } 2>/dev/null || notice=$nothing
finish "$notice"
`;
