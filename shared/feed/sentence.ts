import { fileOfSymbol, isTopLevel } from '../kernel/symbol-id.ts';
import type { DraftEvent } from '../contract/events.ts';
import { minutesUntil } from '../kernel/clock.ts';
import { asData } from '../kernel/display.ts';
import { describeCooperation } from './cooperation-sentence.ts';

/** An event as it arrives; a newer relay may send types that are not known here. */
export type FeedEvent = DraftEvent & { readonly at: string; readonly seq: number };

/** Who stands behind a session id; events of a session give only the id. */
export type Names = ReadonlyMap<string, string>;

/** One readable sentence about an event. */
export function describeEvent(event: FeedEvent, names: Names): string {
  switch (event.type) {
    case 'decision_recorded':
      return `${asData(event.user)} decided: ${asData(event.decision.title)}`;
    case 'decision_proposed':
      return `A decision is proposed: ${asData(event.decision.title)}`;
    case 'decision_stale':
      return `Stale, because ${symbolName(event.symbol)} changed: ${asData(event.decision.title)}`;
    case 'decision_reaffirmed':
      return `${asData(event.user)} reaffirmed: ${asData(event.decision.title)}`;
    case 'decision_superseded':
      return `${asData(event.user)} replaced: ${asData(event.decision.title)}, by: ${asData(event.by.title)}`;
    case 'convention_proposed':
    case 'convention_changed':
      return `${asData(event.user)} made it a rule (${asData(event.convention.tier)}): ${asData(event.convention.title)}`;
    case 'convention_retired':
      return `${asData(event.user)} retired the rule: ${asData(event.convention.title)}`;
    case 'learning_recorded':
      return `${asData(event.user)} learned: ${asData(event.learning.insight, 160)}`;
    case 'signature_changed':
      return `${asData(event.user)} changed the signature of ${symbolName(event.symbol)}: ${asData(event.new_signature, 160)}`;
    case 'graph_changed':
      return `The symbols of ${event.files.length === 1 ? asData(event.files[0] ?? '') : `${event.files.length} files`} are others now`;
    case 'file_reserved':
      return `${asData(event.by)} holds ${what(event)} for ${minutes(event)} min${about(event.task)}`;
    case 'file_released':
      return `${who(event.session_id, names)} no longer holds ${what(event)}${why(event.reason)}`;
    case 'conflict_detected':
      return conflict(event);
    case 'agent_sync':
      return `${asData(event.user)} synced${about(event.task)}`;
    case 'session_started':
      return `${asData(event.user)} started ${asData(event.agent_type)}${about(event.task)}`;
    case 'session_updated':
      return `${who(event.session_id, names)} goes on${about(event.task)}`;
    case 'session_ended':
      return `${who(event.session_id, names)} left${why(event.reason)}`;
    case 'member_added':
      return `${asData(event.user)} joined as ${asData(event.role)}`;
    case 'member_removed':
      return `${asData(event.user)} was removed`;
    case 'workspace_renamed':
      return `The workspace is now called ${asData(event.name)}`;
    default:
      return describeCooperation(event, names) ?? asData((event as { type: string }).type);
  }
}

/** Whether an event only says that something goes on as before. */
export function isRoutine(event: FeedEvent): boolean {
  return (
    event.type === 'session_updated' ||
    event.type === 'graph_changed' ||
    event.type === 'wait_added' ||
    event.type === 'gate_confirmed' ||
    (event.type === 'file_reserved' && !event.fresh)
  );
}

function conflict(event: FeedEvent & { type: 'conflict_detected' }): string {
  const thing = symbolName(event.symbol_id ?? event.file);
  if (event.kind === 'write_forbidden') {
    return `${asData(event.by)} was kept from writing ${thing}: the rule "${asData(event.holder)}" forbids it`;
  }
  const holder = event.holder === event.by ? 'another agent of theirs' : asData(event.holder);
  return event.kind === 'write_denied'
    ? `${asData(event.by)} was kept from writing ${thing}: ${holder} holds it`
    : `${asData(event.by)} wrote ${thing} while ${holder} held it`;
}

const mostSymbols = 3;

function what({ file, symbols }: { file: string; symbols: readonly string[] }): string {
  if (symbols.length === 0) return asData(file);
  const more = symbols.length > mostSymbols ? ` and ${symbols.length - mostSymbols} more` : '';
  return symbols.slice(0, mostSymbols).map(symbolName).join(', ') + more;
}

/** The top level of a file has the empty name. */
export function symbolName(id: string): string {
  return isTopLevel(id) ? `${asData(fileOfSymbol(id))} (top level)` : asData(id);
}

/** The time of day here. */
export function timeOfDay(at: number | string): string {
  return new Date(at).toLocaleTimeString('en-GB');
}

function minutes({ at, expires_at: until }: { at: string; expires_at: string }): number {
  return minutesUntil(Date.parse(until), Date.parse(at));
}

function about(task: string): string {
  return task === '' ? '' : `: ${asData(task, 100)}`;
}

function why(reason: string): string {
  const reasons: Record<string, string> = {
    expired: ' (time is up)',
    member_removed: ' (removed from the workspace)',
  };
  return reasons[reason] ?? '';
}

function who(sessionId: string, names: Names): string {
  return asData(names.get(sessionId) ?? sessionId);
}
