import type { Signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Client } from '../../../../shared/api/caller.ts';
import type { Output } from '../../../../shared/api/operations.ts';
import type { Live } from '../state/live.ts';

/** Where a view is, and what it works with. */
export interface Place {
  readonly client: Client;
  /** The key or the token that this tab was signed in with; what it is signed in with now is `keyNow()`. */
  readonly key: string;
  readonly live: Live;
  readonly me: Output<'profile'>;
  /** The workspace as its own record says; settings change it. */
  readonly workspace: Signal<Output<'getWorkspace'>>;
  /** The address of something in this workspace: `href('decisions', id)`. */
  href(...parts: string[]): string;
}

export const PlaceContext = createContext<Place | undefined>(undefined);

export function usePlace(): Place {
  const place = useContext(PlaceContext);
  if (place === undefined) throw new Error('a view was drawn outside of a workspace');
  return place;
}

/** Whether the person may change the workspace's settings, members and rules. */
export function isAdmin({ workspace }: Place): boolean {
  return workspace.value.role !== 'member';
}

/** Why a member may not do what admins do; for the title of what is disabled. */
export const forAdmins =
  'Only admins and owners of this workspace may change this. Ask one of them.';
