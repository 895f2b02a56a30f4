import '@fontsource-variable/inter/index.css';
import '@fontsource-variable/jetbrains-mono/index.css';
import { render } from 'preact';
import { App } from './frame/app.tsx';
import './style/tokens.css';
import './style/base.css';

const place = document.getElementById('app');
if (place !== null) render(<App />, place);
