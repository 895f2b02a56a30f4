import {
  ChevronsUpDown,
  Ellipsis,
  Keyboard,
  KeyRound,
  LogOut,
  Monitor,
  Moon,
  Search,
  Sun,
  UserRound,
} from 'lucide-preact';
import { asData } from '../../../../shared/kernel/display.ts';
import { Link } from '../kit/link.tsx';
import { Menu, MenuItem } from '../kit/menu.tsx';
import { addressOf, useAddress } from '../place/address.ts';
import { usePlace } from '../place/place.ts';
import { Mark } from './sign-in.tsx';
import { isPaletteOpen } from './palette.tsx';
import { showKeys } from './shortcuts.tsx';
import { theme, type Theme } from './theme.ts';
import { views, type View } from './views.ts';
import './navigation.css';

/** The way to every view; a bar at the bottom on a phone. */
export function Navigation({ onSignOut }: SigningOut) {
  return (
    <header class="nav">
      <WorkspaceMenu />
      <button
        class="nav-search"
        aria-label="Find or do"
        onClick={() => (isPaletteOpen.value = true)}
      >
        <Search size={15} aria-hidden />
        <span>Find or do</span>
        <kbd>⌘K</kbd>
      </button>
      <nav aria-label="Views" class="nav-views">
        {views.map((view) => (
          <ViewLink key={view.path} view={view} />
        ))}
      </nav>
      <div class="nav-foot">
        <LiveMark />
        <PersonMenu onSignOut={onSignOut} />
      </div>
      <MoreMenu onSignOut={onSignOut} />
    </header>
  );
}

function ViewLink({ view }: { readonly view: View }) {
  const { href, live } = usePlace();
  const { view: open } = useAddress();
  const Icon = view.icon;
  const count = view.path === 'inbox' ? (live.counts.value?.waiting.total ?? 0) : 0;
  return (
    <Link
      to={href(view.path)}
      class="nav-view"
      data-minor={view.isMain === undefined || undefined}
      aria-current={open === view.path ? 'page' : undefined}
      title={`${view.title} (g ${view.key})`}
    >
      <Icon size={16} aria-hidden />
      <span>{view.title}</span>
      {count > 0 && (
        <span class="nav-count" aria-label={`${count} waiting`}>
          {count > 99 ? '99+' : count}
        </span>
      )}
    </Link>
  );
}

function WorkspaceMenu() {
  const { me, workspace } = usePlace();
  const { go } = useAddress();
  const name = asData(workspace.value.name);
  return (
    <Menu
      class="nav-workspace"
      label={
        <>
          <Mark />
          <span class="cut">{name}</span>
          <ChevronsUpDown size={14} aria-hidden />
        </>
      }
      title={`Workspace: ${name}`}
    >
      {me.workspaces.map((one) => (
        <MenuItem
          key={one.id}
          isChosen={one.id === workspace.value.id}
          onChoose={() => go(addressOf(one.slug, ['now']))}
        >
          {asData(one.name)}
        </MenuItem>
      ))}
    </Menu>
  );
}

const themes: readonly { value: Theme; label: string; icon: typeof Sun }[] = [
  { value: 'system', label: 'As the system', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
];

interface SigningOut {
  onSignOut(): void;
}

function PersonMenu({ onSignOut }: SigningOut) {
  const name = asData(usePlace().me.name);
  return (
    <Menu class="nav-person" label={<span class="cut">{name}</span>} title={`Signed in: ${name}`}>
      <PersonItems onSignOut={onSignOut} />
    </Menu>
  );
}

/** On a phone: what has no place in its bar. */
function MoreMenu({ onSignOut }: SigningOut) {
  const { href } = usePlace();
  const { go } = useAddress();
  return (
    <Menu
      class="nav-more"
      title="More"
      label={
        <>
          <Ellipsis size={16} aria-hidden />
          <span>More</span>
        </>
      }
    >
      <MenuItem onChoose={() => (isPaletteOpen.value = true)}>
        <Search size={16} aria-hidden /> Find or do
      </MenuItem>
      {views
        .filter(({ isMain }) => isMain === undefined)
        .map(({ path, title, icon: Icon }) => (
          <MenuItem key={path} onChoose={() => go(href(path))}>
            <Icon size={16} aria-hidden /> {title}
          </MenuItem>
        ))}
      <PersonItems onSignOut={onSignOut} />
    </Menu>
  );
}

function PersonItems({ onSignOut }: SigningOut) {
  const { me, href } = usePlace();
  const { go } = useAddress();
  return (
    <>
      <MenuItem onChoose={() => go(href('people', me.id))}>
        <UserRound size={14} aria-hidden /> My page
      </MenuItem>
      <MenuItem onChoose={() => go(href('settings', 'keys'))}>
        <KeyRound size={14} aria-hidden /> My API keys
      </MenuItem>
      {themes.map(({ value, label, icon: Icon }) => (
        <MenuItem
          key={value}
          isChosen={theme.value === value}
          onChoose={() => (theme.value = value)}
        >
          <Icon size={14} aria-hidden /> {label}
        </MenuItem>
      ))}
      <MenuItem onChoose={showKeys}>
        <Keyboard size={14} aria-hidden /> Keys
      </MenuItem>
      <MenuItem onChoose={onSignOut}>
        <LogOut size={14} aria-hidden /> Sign out
      </MenuItem>
    </>
  );
}

const linkWords = { connecting: 'Connecting', live: 'Live', lost: 'Not live' } as const;

function LiveMark() {
  const { state } = usePlace().live.link.value;
  return (
    <span class="live-mark" data-state={state}>
      {linkWords[state]}
    </span>
  );
}
