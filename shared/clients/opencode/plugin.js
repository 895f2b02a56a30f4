// Written by `coord init`. Commit this file; do not edit it.
/**
 * OpenCode has no hooks that are commands, but runs plugins in its own process, so this one asks the daemon itself. It finds
 * the daemon as the hook script does. A denial is an error that the tool ends with; what the agent is to know goes into the
 * system prompt at the start, and behind the output of a tool later. OpenCode ends no session: its own end ends them.
 */
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { request } from 'node:http';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { env, geteuid } from 'node:process';

/** The names of files, and what is said where no daemon answers. */
const given = {}; // coord: values

const tools = new Set(['write', 'edit', 'multiedit', 'patch', 'apply_patch', 'bash']);

/** The lines of a small regular file. A pipe would be waited for. */
function linesOf(path) {
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > 10_000) throw new Error(path);
    return readFileSync(file, 'utf8').split('\n');
  } finally {
    closeSync(file);
  }
}

const isFile = (path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** The folder of coord in the Git directory that all work trees share; undefined outside of a repository. */
function coordFolder(directory) {
  let top = directory;
  while (!existsSync(join(top, '.git'))) {
    if (top === dirname(top)) return undefined;
    top = dirname(top);
  }
  let git = join(top, '.git');
  if (isFile(git)) git = resolve(top, linesOf(git)[0].replace('gitdir: ', ''));
  const common = join(git, 'commondir');
  return join(isFile(common) ? resolve(git, linesOf(common)[0]) : git, given.folder);
}

/** Whether nobody else can have put it there: no link, and of this user, or of the person for whom sudo runs this as root. */
function isOurs(path) {
  if (geteuid === undefined) return true;
  const stats = lstatSync(path);
  const isOwn = stats.uid === geteuid() || (geteuid() === 0 && String(stats.uid) === env.SUDO_UID);
  return isOwn && !stats.isSymbolicLink() && (stats.mode & 0o022) === 0;
}

/** The first is named as it really is: a link, or /proc/self/cwd, would be the same as any. */
function isSameFolder(one, other) {
  if (realpathSync.native(one) !== one) return false;
  const [a, b] = [one, other].map((path) => statSync(path, { bigint: true }));
  return a.ino === b.ino && a.dev === b.dev;
}

/** The socket and token of the daemon that has published itself for this very repository. */
function daemonIn(folder) {
  try {
    const file = join(folder, given.address);
    if (![folder, file].every(isOurs)) return undefined;
    const [repository, socket] = linesOf(file);
    if (!isSameFolder(repository, dirname(folder))) return undefined;
    if (!isAbsolute(socket) || basename(socket) !== given.socket) return undefined;
    const beside = join(dirname(socket), given.authorization);
    if (![dirname(socket), socket, beside].every(isOurs)) return undefined;
    const authorization = /^Authorization: (Bearer [a-z0-9]{40})$/.exec(linesOf(beside)[0])?.[1];
    return authorization && { socket, authorization };
  } catch {
    return undefined;
  }
}

function post({ socket, authorization }, body) {
  const signal = AbortSignal.timeout(given.answerWithinMs);
  const headers = { host: 'localhost', authorization, 'content-type': 'application/json' };
  const to = { socketPath: socket, path: given.hookPath, method: 'POST', headers, signal };
  return new Promise((resolve, reject) => {
    const asked = request(to, async (response) => {
      try {
        let text = '';
        for await (const chunk of response.setEncoding('utf8')) text += chunk;
        resolve({ status: response.statusCode, text });
      } catch (error) {
        reject(error);
      }
    });
    asked.on('error', reject);
    asked.end(JSON.stringify(body));
  });
}

/** The daemon's answer, or the problem that there is none. */
async function ask(folder, body) {
  const daemon = daemonIn(folder);
  if (daemon === undefined) return { problem: given.notRunning };
  try {
    const { status, text } = await post(daemon, body);
    if (status < 200 || status > 299) return { problem: refusedFor(text) };
    return text === '' ? {} : JSON.parse(text);
  } catch (error) {
    return {
      problem: ['ECONNREFUSED', 'ENOENT'].includes(error.code) ? given.notRunning : given.noAnswer,
    };
  }
}

/** What is said of a refusal, in the daemon's own words where these are plain. */
function refusedFor(answer) {
  const why = /"message":"([^"\\]{1,400})"/.exec(answer)?.[1] ?? '';
  if (!/^[ -~]+$/.test(why)) return given.refused;
  const said = Object.entries(given.refused).map(([name, text]) => [
    name,
    text.replace(given.whatIsWrong, () => why),
  ]);
  return Object.fromEntries(said);
}

/** Whether writes are denied while there is no daemon. */
function isClosed(folder) {
  return existsSync(join(folder, given.denyWhenDown)) && isOurs(folder);
}

export const Coord = async ({ directory }) => {
  const folder = coordFolder(directory);
  if (folder === undefined) return {};
  const parents = new Map();
  const briefings = new Map();
  const tell = (event, sessionID, more) =>
    ask(folder, { event, sessionID, parentID: parents.get(sessionID), directory, ...more });

  /** Each session is briefed once: on its first sign of life here, or where it is made. */
  const start = (sessionID) => {
    if (briefings.has(sessionID)) return;
    const briefing = tell('session.created', sessionID).then(({ context, problem }) =>
      problem === undefined ? context : problem.unchecked,
    );
    briefings.set(sessionID, briefing);
  };
  const end = async (sessionID) => {
    if (briefings.delete(sessionID)) await tell('session.deleted', sessionID);
  };

  return {
    event: async ({ event: { type, properties } }) => {
      const { info, sessionID = info?.id } = properties;
      if (type === 'session.created') {
        if (info.parentID) parents.set(sessionID, info.parentID);
        start(sessionID);
      } else if (type === 'session.idle') await tell(type, sessionID);
      else if (type === 'session.deleted') await end(sessionID);
    },
    'chat.message': async ({ sessionID }, { parts }) => {
      start(sessionID);
      const texts = parts.filter(({ type, synthetic }) => type === 'text' && synthetic !== true);
      await briefings.get(sessionID);
      await tell('chat.message', sessionID, { prompt: texts.map(({ text }) => text).join('\n') });
    },
    'experimental.chat.system.transform': async ({ sessionID }, { system }) => {
      const briefing = await briefings.get(sessionID);
      if (briefing) system.push(briefing);
    },
    'tool.execute.before': async ({ tool, sessionID, callID }, { args }) => {
      if (!tools.has(tool)) return;
      const { deny, problem } = await tell('tool.execute.before', sessionID, {
        tool,
        callID,
        args,
      });
      if (deny !== undefined) throw new Error(deny);
      if (problem !== undefined && tool !== 'bash' && isClosed(folder))
        throw new Error(problem.denial);
    },
    'tool.execute.after': async ({ tool, sessionID, callID, args }, output) => {
      if (!tools.has(tool)) return;
      const call = { tool, callID, args };
      const { context, problem } = await tell('tool.execute.after', sessionID, call);
      const told = tool === 'bash' ? context : (context ?? problem?.unreserved);
      if (told !== undefined) output.output = `${output.output}\n\n${told}`;
    },
    dispose: async () => {
      await Promise.all([...briefings.keys()].map(end));
    },
  };
};
