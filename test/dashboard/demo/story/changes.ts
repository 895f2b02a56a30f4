import type { AgentName } from '../team/plans.ts';

/** An edit that changed what a symbol means, as the agent's daemon publishes it. Decisions about it turn stale. */
export interface ToldChange {
  readonly minute: number;
  readonly agent: AgentName;
  readonly file: string;
  readonly symbol: string;
  /** The same as before where only the body changed. */
  readonly signature?: string;
}

export const changes: readonly ToldChange[] = [
  {
    minute: 57,
    agent: 'tax',
    file: 'src/pricing/tax.ts',
    symbol: 'taxFor',
    signature:
      'function taxFor(lines: readonly CartLine[], address: Address, at: Date): readonly TaxPerRate[]',
  },
  {
    minute: 114,
    agent: 'holds',
    file: 'src/inventory/hold.ts',
    symbol: 'holdStock',
    signature:
      'function holdStock(cart: Cart, options: HoldOptions): Promise<readonly StockHold[]>',
  },
  {
    minute: 143,
    agent: 'problems',
    file: 'src/config/settings.ts',
    symbol: 'readSettings',
    signature: 'function readSettings(environment: Environment): Settings | SettingsError',
  },
  {
    minute: 172,
    agent: 'feeds',
    file: 'src/suppliers/mapping.ts',
    symbol: 'mapRow',
    signature: 'function mapRow(row: FeedRow, mapping: ColumnMapping): Part | MappingProblem',
  },
  {
    minute: 194,
    agent: 'components',
    file: 'web/components/Menu.tsx',
    symbol: 'Menu',
    signature: 'function Menu({ items, label, onPick }: MenuProps): JSX.Element',
  },
  { minute: 241, agent: 'labels', file: 'src/shipping/parcels.ts', symbol: 'packParcels' },
  {
    minute: 276,
    agent: 'labels',
    file: 'src/shipping/labels.ts',
    symbol: 'buyLabel',
    signature:
      'function buyLabel(parcel: Parcel, rates: readonly ShippingRate[]): Promise<ShippingLabel>',
  },
];
