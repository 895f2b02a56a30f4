import { pathKey } from '../shared/kernel/paths.ts';
import { NearbyNotifier } from './hooks/notices/nearby-notifier.ts';
import { endQueuedAgain } from './hooks/outbox-replay.ts';
import { noAccessMessage, unfollowedMessage } from './hooks/notices/messages.ts';
import { queueJumpNotice, queueTeamNotifications } from './hooks/notices/notification-queue.ts';
import type { AgentParts } from './assemble-hooks.ts';
import type { Ingredients, Memory, Work } from './ingredients.ts';
import type { Guard } from './local-api/guard.ts';
import type { ForecastNotifier } from './radar/forecast-notifier.ts';
import type { Radar } from './radar/radar.ts';
import { movesBranches } from './radar/radar-relay.ts';
import type { RelayConnection } from './relay-connection/relay-connection.ts';

export interface Subscribers extends Work {
  readonly options: Ingredients['options'];
  readonly memory: Memory;
  readonly relayConnection: RelayConnection;
  readonly guard: Guard;
  readonly radar: Radar;
  readonly forecasts: ForecastNotifier;
  readonly shellWrites: AgentParts['shellWrites'];
}

/** Connects the parts that follow the relay's log. */
export function subscribeToRelay(parts: Subscribers): void {
  const { options, memory, relayConnection, workTrees, publisher, guard, radar, forecasts } = parts;
  const { changes } = parts;
  const publishAll = () => publisher.publishAll(() => workTrees.publications(options.workTree));
  workTrees.onListedAnew(() => void publishAll());
  const nearby = new NearbyNotifier(memory);
  const { notifications, outbox, knowledge, teamWork } = memory;
  relayConnection.on('workspaceChanged', () => {
    for (const part of [outbox, knowledge, teamWork]) part.forget();
  });
  relayConnection.on('connected', ({ ownClient, key }, { workspace }) => {
    guard.acceptKey(key);
    outbox.connect(ownClient);
    for (const cache of [knowledge, teamWork]) cache.connect(ownClient, workspace.id);
  });
  relayConnection.on('access', (refusal) => {
    notifications.tellAll(refusal && noAccessMessage(refusal));
    if (refusal === undefined) outbox.wake();
  });
  relayConnection.on('unfollowed', (problem) => {
    notifications.tellAll(problem && unfollowedMessage(problem));
  });
  relayConnection.on('following', () => {
    outbox.wake();
    for (const cache of [knowledge, teamWork]) cache.refresh();
    void publishAll();
    radar.noteBranchChange();
  });
  relayConnection.on('snapshot', ({ jumps }) => {
    endQueuedAgain(memory.replica, outbox.commands());
    if (jumps) queueJumpNotice(memory);
  });
  relayConnection.on('events', (events) => {
    for (const cache of [knowledge, teamWork]) cache.onEvents(events);
    queueTeamNotifications(memory, events);
    nearby.onEvents(events);
    void changes.loadGranted(options.workTree, events);
    forecasts.onEvents(events);
    if (events.some(({ type }) => movesBranches(type))) radar.noteBranchChange();
  });
}

/** Connects the parts that follow what is written. */
export function subscribeToWorkTrees({
  options,
  workTrees,
  files,
  handEdits,
  radar,
  shellWrites,
}: Subscribers): void {
  workTrees.onChanging((workTree, path) => {
    handEdits.note({ kind: 'inside', workTree, path, key: pathKey(path) });
  });
  files.onWrite(() => radar.noteFileWritten());
  workTrees.onChange((workTree, paths) => {
    radar.noteFileWritten();
    shellWrites
      .changed(workTree, paths)
      .catch((error: unknown) => options.logger.warn(String(error)));
  });
}
