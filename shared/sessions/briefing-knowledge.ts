import { quoted, shownId, shownUser } from '../kernel/display.ts';
import { pathKey } from '../kernel/paths.ts';
import type { DecisionRecord } from '../decisions/contract.ts';
import { notConfirmed } from '../decisions/unconfirmed.ts';
import type { ConventionRecord } from '../conventions/contract.ts';
import type { BriefingFacts } from './briefing-facts.ts';
import { maxLines, bounded } from './briefing-lines.ts';

/** CNV-1, CNV-2: what forbids a write first. */
export function rules({ knowledge }: BriefingFacts): string[] {
  const lines = (['must', 'should'] as const).flatMap((tier) =>
    knowledge.conventions
      .filter((rule) => rule.tier === tier && rule.status !== 'proposed')
      .map(ruleLine),
  );
  return [
    'Rules of the team; a write against a must is denied:',
    ...bounded(lines, maxLines.rules),
  ];
}

/** CNV-5: what waits to be accepted, so that it is accepted or withdrawn. */
export function waitingRules({ knowledge }: BriefingFacts): string[] {
  const lines = knowledge.conventions
    .filter(({ status }) => status === 'proposed')
    .map(
      (rule) => `${ruleLine(rule)}, proposed by ${shownUser(rule.proposed_by_name)}: ${rule.id}`,
    );
  return [
    'Rules that are proposed and deny nothing yet; a person accepts one with `coord conventions accept ID`:',
    ...bounded(lines, maxLines.waitingRules),
  ];
}

function ruleLine({ tier, title, affected_files: files }: ConventionRecord): string {
  const globs = files.slice(0, 3).map((glob) => shownId(glob));
  const where = globs.length === 0 ? '' : ` (${globs.join(', ')})`;
  return `- ${tier}: ${quoted(title, 160)}${where}`;
}

/** The ids of the decisions that a briefing of these facts names (DEC-14). */
export function decisionsInBriefing(facts: BriefingFacts, text: string): string[] {
  const lines = new Set(text.split('\n'));
  const stale = staleForYou(facts).map((one) => ({ id: one.id, line: staleLine(one) }));
  const newest = newestDecisions(facts).map((one) => ({ id: one.id, line: decisionLine(one) }));
  return [...stale, ...newest].filter(({ line }) => lines.has(line)).map(({ id }) => id);
}

/** DEC-12: who decided, or works on the files, says whether it still holds. */
export function staleDecisions(facts: BriefingFacts): string[] {
  const lines = staleForYou(facts).map(staleLine);
  return [
    'Stale decisions, yours or about your files; if one still holds: decision_reaffirm (`coord decisions reaffirm ID`), ' +
      'else record a new one with `supersedes`:',
    ...bounded(lines, maxLines.stale),
  ];
}

function staleLine({ id, title, stale_symbol: symbol = '', unconfirmed }: DecisionRecord): string {
  const changed = symbol.endsWith('#') ? `the signatures of ${shownId(symbol.slice(0, -1))}` : '';
  const what = changed || (symbol === '' ? 'its code' : shownId(symbol));
  const doubt = unconfirmed === true ? `; ${notConfirmed}` : '';
  return `- ${quoted(title, 120)} (${id}): ${what} changed${doubt}`;
}

function staleForYou(facts: BriefingFacts): readonly DecisionRecord[] {
  const { knowledge, reservations, sessions, sessionId, userId } = facts;
  const own = sessions.filter(({ id, user_id: user }) => id === sessionId || user === userId);
  const held = reservations.filter(
    ({ user_id: user, session_id: id }) => user === userId || id === sessionId,
  );
  const files = new Set(
    [...own.map((one) => one.current_file), ...held.map((one) => one.file_path)].map(pathKey),
  );
  return knowledge.decisions.filter(
    (one) =>
      one.is_stale &&
      (one.made_by === userId || one.files.some((file) => files.has(pathKey(file)))),
  );
}

export function decisions(facts: BriefingFacts): string[] {
  const lines = newestDecisions(facts).map(decisionLine);
  return ['Decisions, newest first; `search` and `sync` tell more:', ...lines];
}

function newestDecisions(facts: BriefingFacts): DecisionRecord[] {
  const told = new Set(staleForYou(facts).slice(0, maxLines.stale));
  return facts.knowledge.decisions
    .filter((one) => !told.has(one))
    .sort((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at))
    .slice(0, maxLines.decisions);
}

function decisionLine({
  title,
  made_by_name: name,
  is_stale: isStale,
  unconfirmed,
}: DecisionRecord): string {
  const stale = isStale ? ', stale: its code has changed since' : '';
  const doubt = unconfirmed === true ? `; ${notConfirmed}` : '';
  return `- ${quoted(title, 160)} (${shownUser(name)}${stale}${doubt})`;
}
