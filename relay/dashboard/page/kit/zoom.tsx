import { Minus, Plus, Scan } from 'lucide-preact';
import { IconButton } from './button.tsx';
import './zoom.css';

interface ZoomProps {
  /** By which factor; above 1 is nearer. */
  onZoom(factor: number): void;
  onWhole(): void;
}

const step = 1.6;

/** The buttons in the corner of a picture. */
export function Zoom({ onZoom, onWhole }: ZoomProps) {
  return (
    <div class="zoom">
      <IconButton label="Zoom in" onClick={() => onZoom(step)}>
        <Plus size={14} aria-hidden />
      </IconButton>
      <IconButton label="Zoom out" onClick={() => onZoom(1 / step)}>
        <Minus size={14} aria-hidden />
      </IconButton>
      <IconButton label="Show the whole" onClick={onWhole}>
        <Scan size={14} aria-hidden />
      </IconButton>
    </div>
  );
}
