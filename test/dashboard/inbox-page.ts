/** What tests look for in the Inbox. */
import type { Locator, Page } from 'playwright-core';

export const list = (page: Page): Locator => page.getByRole('list', { name: 'What waits' });
export const row = (page: Page, text: string | RegExp) =>
  list(page).getByRole('link').filter({ hasText: text });
export const opened = (page: Page) => page.getByRole('region', { name: 'Opened' });
export const dialog = (page: Page) => page.getByRole('dialog');
export const focused = (page: Page) => page.locator('[data-row]:focus');
