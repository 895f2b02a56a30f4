import type { ComponentChildren, JSX } from 'preact';
import { Minus, Plus, Scan } from 'lucide-preact';
import './button.css';

type ButtonProps = Omit<JSX.ButtonHTMLAttributes<HTMLButtonElement>, 'class' | 'icon'> & {
  /** `primary` once in a view; `danger` for what ends or removes something. */
  readonly kind?: 'primary' | 'plain' | 'quiet' | 'danger';
  readonly size?: 's' | 'm';
  readonly children: ComponentChildren;
};

/** A button with words. */
export function Button({ kind = 'plain', size = 'm', type = 'button', ...rest }: ButtonProps) {
  return <button {...rest} type={type} class="button" data-kind={kind} data-size={size} />;
}

type IconButtonProps = Omit<ButtonProps, 'children' | 'title'> & {
  /** What it does, for everybody who does not know the icon. */
  readonly label: string;
  readonly children: ComponentChildren;
};

/** A button with an icon alone. */
export function IconButton({ label, type = 'button', kind: _kind, ...rest }: IconButtonProps) {
  return <button {...rest} type={type} class="icon-button" aria-label={label} title={label} />;
}

interface BadgeProps {
  readonly tone?: 'plain' | 'good' | 'warn' | 'bad' | 'info' | 'accent';
  readonly children: ComponentChildren;
}

/** One word about a record, such as its state. The colour only repeats what the word says. */
export function Badge({ tone = 'plain', children }: BadgeProps) {
  return (
    <span class="badge" data-tone={tone}>
      {children}
    </span>
  );
}

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
