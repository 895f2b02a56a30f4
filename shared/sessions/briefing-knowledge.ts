import { quoted, shownId, shownUser } from '../kernel/display.ts';
import { pathKey } from '../kernel/paths.ts';
import type { DecisionRecord } from '../decisions/contract.ts';
import { notConfirmed } from '../decisions/unconfirmed.ts';
import type { ConventionRecord } from '../conventions/contract.ts';
import type { BriefingFacts } from './briefing-facts.ts';
import { maxLines, sectionOf, type Section } from './briefing-lines.ts';

/** CNV-1, CNV-2: what forbids a write first. */
export function rules({ knowledge }: BriefingFacts): Section {
  const found = (['must', 'should'] as const).flatMap((tier) =>
    knowledge.conventions.filter((rule) => rule.tier === tier && rule.status !== 'proposed'),
  );
  return sectionOf(found, ruleLine, {
    heading: 'Rules of the team; a write against a must is denied:',
    limit: maxLines.rules,
    rest: '`convention_list`',
  });
}

/** CNV-5: what waits to be accepted, so that it is accepted or withdrawn. */
export function waitingRules({ knowledge }: BriefingFacts): Section {
  const waiting = knowledge.conventions.filter(({ status }) => status === 'proposed');
  const lineOf = (rule: ConventionRecord) =>
    `${ruleLine(rule)}, proposed by ${shownUser(rule.proposed_by_name)}: ${rule.id}`;
  return sectionOf(waiting, lineOf, {
    heading:
      'Rules that are proposed and deny nothing yet; a person accepts one with `coord conventions accept ID`:',
    limit: maxLines.waitingRules,
    rest: '`coord conventions list`',
  });
}

function ruleLine({ tier, title, affected_files: files }: ConventionRecord): string {
  const globs = files.slice(0, 3).map((glob) => shownId(glob));
  const where = globs.length === 0 ? '' : ` (${globs.join(', ')})`;
  return `- ${tier}: ${quoted(title, 160)}${where}`;
}

/** The ids of the decisions that a briefing of these facts names (DEC-14). */
export function decisionsInBriefing(facts: BriefingFacts, text: string): string[] {
  const lines = new Set(text.split('\n'));
  const stale = staleForYou(facts).slice(0, maxLines.stale);
  const newest = newestDecisions(facts).slice(0, maxLines.decisions);
  return [
    ...stale.filter((one) => lines.has(staleLine(one))),
    ...newest.filter((one) => lines.has(decisionLine(one))),
  ].map(({ id }) => id);
}

/** DEC-12: who decided, or works on the files, says whether it still holds. */
export function staleDecisions(facts: BriefingFacts): Section {
  return sectionOf(staleForYou(facts), staleLine, {
    heading:
      'Stale decisions, yours or about your files; if one still holds: decision_reaffirm (`coord decisions reaffirm ID`), ' +
      'else record a new one with `supersedes`:',
    limit: maxLines.stale,
    rest: '`decisions_stale`',
  });
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

export function decisions(facts: BriefingFacts): Section {
  return sectionOf(newestDecisions(facts), decisionLine, {
    heading: 'Decisions, newest first; `search` and `sync` tell more:',
    limit: maxLines.decisions,
    rest: '`coord decisions list`',
  });
}

/** Those that are not told as stale. */
function newestDecisions(facts: BriefingFacts): DecisionRecord[] {
  const told = new Set(staleForYou(facts).slice(0, maxLines.stale));
  return facts.knowledge.decisions
    .filter((one) => !told.has(one))
    .sort((one, other) => Date.parse(other.created_at) - Date.parse(one.created_at));
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
