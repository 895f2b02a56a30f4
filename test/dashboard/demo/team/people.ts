import type { Role } from '../../../../shared/contract/fields.ts';

export interface PersonPlan {
  readonly name: string;
  readonly email: string;
  readonly role: Role;
}

/** Who works on the shop. The first one makes the workspace. */
export const people = {
  maren: { name: 'Maren Holt', email: 'maren@harbor.example', role: 'owner' },
  tomas: { name: 'Tomás Reyes', email: 'tomas@harbor.example', role: 'admin' },
  priya: { name: 'Priya Nair', email: 'priya@harbor.example', role: 'member' },
  jonas: { name: 'Jonas Lindqvist', email: 'jonas@harbor.example', role: 'member' },
  aiko: { name: 'Aiko Tanaka', email: 'aiko@harbor.example', role: 'member' },
  samuel: { name: 'Samuel Osei', email: 'samuel@harbor.example', role: 'member' },
} as const satisfies Record<string, PersonPlan>;

export type PersonName = keyof typeof people;
export const personNames = Object.keys(people) as PersonName[];
