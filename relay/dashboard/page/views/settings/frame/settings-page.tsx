import type { ComponentChildren } from 'preact';
import { Page, Tabs } from '../../../kit/page.tsx';
import { usePlace } from '../../../place/place.ts';
import './settings.css';

const parts = [
  { path: '', title: 'Workspace' },
  { path: 'keys', title: 'API keys' },
  { path: 'usage', title: 'Usage' },
  { path: 'connect', title: 'Connect an agent' },
] as const;

interface SettingsPageProps {
  readonly path: (typeof parts)[number]['path'];
  readonly isReady: boolean;
  readonly children: ComponentChildren;
}

/** The frame of one part. */
export function SettingsPage({ path, isReady, children }: SettingsPageProps) {
  const { href } = usePlace();
  const title = parts.find((part) => part.path === path)?.title ?? '';
  const to = (part: string) => (part === '' ? href('settings') : href('settings', part));
  return (
    <Page
      title={path === '' ? 'Settings' : title}
      {...(path !== '' && { above: { title: 'Settings', to: to('') } })}
      isReady={isReady}
      actions={
        <Tabs
          label="Parts of the settings"
          tabs={parts.map((part) => ({
            title: part.title,
            to: to(part.path),
            isOpen: part.path === path,
          }))}
        />
      }
    >
      <div class="settings">{children}</div>
    </Page>
  );
}
