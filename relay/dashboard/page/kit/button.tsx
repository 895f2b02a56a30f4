import type { ComponentChildren, JSX } from 'preact';
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
