import { decided } from '../labelled.ts';

export const realtime = [
  decided(
    'crdt-docs',
    'Shared documents use a CRDT (Yjs)',
    'Operational transform needed a central server for each character and ours lost edits made offline.',
    ['simultaneous editing by several people', 'merging text typed on a plane'],
  ),
  decided(
    'sse-over-ws',
    'Live updates by server-sent events; sockets only where the client talks back',
    'Corporate proxies cut idle WebSockets. SSE reconnects by itself with the last event id.',
    ['how does the page learn about new things without reloading', 'long polling alternatives'],
  ),
  decided(
    'presence-heartbeat',
    'Presence expires 30 seconds after the last heartbeat',
    'Crashed tabs stayed online forever.',
    ['how do we know somebody is still there', 'ghost users in the sidebar'],
  ),
  decided(
    'game-authoritative',
    'The game server decides; clients predict and correct',
    'Trainers edited memory and walked through walls.',
    ['cheating players', 'lag compensation'],
  ),
  decided(
    'tick-20',
    'The simulation runs at 20 ticks, rendering interpolates',
    '60 ticks filled the uplink of mobile players without any visible gain.',
    ['how often does the match state get sent'],
  ),
  decided(
    'video-sfu',
    'Group calls go through a selective forwarding unit',
    'Mesh calls melted laptops from the fifth participant on; mixing on the server costs too much CPU.',
    ['conference with many people', 'peer to peer WebRTC?'],
  ),
  decided(
    'chat-order',
    'Messages are ordered by a sequence number per room given by the server',
    'Phone clocks differ by minutes and answers appeared above questions.',
    ["can we sort the conversation by the sender's timestamp"],
  ),
  decided(
    'sticky-no',
    'Any node can serve any connection; subscriptions are shared over Redis',
    'Sticky balancing made deployments lose half of the viewers.',
    ['scaling websocket servers horizontally'],
  ),
  decided(
    'notify-debounce',
    'Collect comment notifications for two minutes into one mail',
    'A lively thread sent forty mails in ten minutes.',
    ['digest', ['inbox flooding', { 'push-collapse': 1 }]],
  ),
  decided(
    'leader-lease',
    "The scheduler's leader holds a lease of ten seconds with a fencing number",
    'A paused process woke up and still believed it was in charge.',
    ['split brain', 'election of the active coordinator'],
  ),
];
