/** The lighthouse: petrol tower, amber light. `lit` animates the beam. */
import classes from './Logo.module.css'

export function Logo({ size = 32, lit = false }: { size?: number; lit?: boolean }) {
  return (
    <svg
      className={classes.root}
      data-lit={lit || undefined}
      width={size}
      height={size}
      viewBox="0 0 48 48"
      aria-hidden="true"
      focusable="false"
    >
      <path className={classes.beam} data-side="right" d="M29 16.5 47 8.5v16z" />
      <path className={classes.beam} data-side="left" d="M19 16.5 1 8.5v16z" />
      <path
        className={classes.tower}
        d="M18.2 13.2 24 6.5l5.8 6.7zM17 20h14v2.6H17zM19.3 23.6h9.4l.75 6.4H18.55zM18.1 33.4h11.8l.95 8.1H17.15z"
      />
      <path className={classes.stripe} d="M18.55 30h10.9l.45 3.4H18.1z" />
      <rect className={classes.light} x="20" y="13.4" width="8" height="6.4" rx="1" />
    </svg>
  )
}
