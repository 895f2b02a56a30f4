import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import { render } from 'preact';
import { App } from './frame/app.tsx';
import './style/tokens.css';
import './style/base.css';

// Its address is relative to the first page, and the page's own address changes.
const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
if (icon !== null) icon.href = new URL(icon.href).href;

const place = document.getElementById('app');
if (place !== null) render(<App />, place);
