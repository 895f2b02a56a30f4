import {
  Bot,
  CalendarDays,
  Gavel,
  Inbox,
  Map as MapIcon,
  ScrollText,
  Settings,
  SquareKanban,
  Users,
  Waypoints,
  type LucideIcon,
} from 'lucide-preact';
import type { FunctionComponent } from 'preact';
import { isAtDaemon } from '../client/service.ts';

/** One view of a workspace: what the navigation, the palette, the keys and the addresses are made of. */
export interface View {
  /** The part of the address after the workspace. */
  readonly path: string;
  readonly title: string;
  readonly icon: LucideIcon;
  /** After `g`. */
  readonly key: string;
  /** It has a place of its own in the bar of a phone; the others are under More. */
  readonly isMain?: true;
  /** Its script is loaded when it opens. */
  load(): Promise<{ readonly default: FunctionComponent }>;
}

const everywhere: readonly View[] = [
  {
    path: 'now',
    title: 'Now',
    icon: MapIcon,
    key: 'n',
    isMain: true,
    load: () => import('../views/now/now.tsx'),
  },
  {
    path: 'inbox',
    title: 'Inbox',
    icon: Inbox,
    key: 'i',
    isMain: true,
    load: () => import('../views/inbox/inbox.tsx'),
  },
  {
    path: 'decisions',
    title: 'Decisions',
    icon: Gavel,
    key: 'd',
    isMain: true,
    load: () => import('../views/decisions/decisions.tsx'),
  },
  {
    path: 'conventions',
    title: 'Conventions',
    icon: ScrollText,
    key: 'c',
    load: () => import('../views/conventions/conventions.tsx'),
  },
  {
    path: 'graph',
    title: 'Graph',
    icon: Waypoints,
    key: 'r',
    load: () => import('../views/graph/graph.tsx'),
  },
  {
    path: 'work',
    title: 'Work',
    icon: SquareKanban,
    key: 'w',
    isMain: true,
    load: () => import('../views/work/work.tsx'),
  },
  {
    path: 'meetings',
    title: 'Meetings',
    icon: CalendarDays,
    key: 'm',
    load: () => import('../views/meetings/meetings.tsx'),
  },
  {
    path: 'people',
    title: 'People',
    icon: Users,
    key: 'p',
    load: () => import('../views/people/people.tsx'),
  },
  {
    path: 'settings',
    title: 'Settings',
    icon: Settings,
    key: 's',
    load: () => import('../views/settings/settings.tsx'),
  },
];

const atDaemon: View = {
  path: 'agents',
  title: 'My agents',
  icon: Bot,
  key: 'a',
  load: () => import('../views/agents/agents.tsx'),
};

export const views: readonly View[] = isAtDaemon ? [...everywhere, atDaemon] : everywhere;
