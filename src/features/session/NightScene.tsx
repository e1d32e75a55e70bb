/** A lighthouse at night, for the sign-in screen. Purely decorative. */
import classes from './NightScene.module.css'

const STARS = [
  [60, 90, 1.4],
  [150, 54, 1],
  [232, 120, 1.2],
  [318, 70, 1],
  [92, 210, 1],
  [420, 42, 1.4],
  [540, 96, 1],
  [602, 190, 1.2],
  [38, 320, 1],
  [500, 250, 1],
  [200, 270, 0.9],
  [560, 330, 0.9],
] as const

export function NightScene() {
  return (
    <svg
      className={classes.root}
      viewBox="0 0 640 900"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
    >
      <defs>
        <linearGradient id="night" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" className={classes.skyTop} />
          <stop offset="0.62" className={classes.skyLow} />
          <stop offset="1" className={classes.skyTop} />
        </linearGradient>
        <linearGradient id="beam-right" x1="0" y1="0" x2="1" y2="0">
          <stop offset="0" className={classes.beamNear} />
          <stop offset="1" className={classes.beamFar} />
        </linearGradient>
        <linearGradient id="beam-left" x1="1" y1="0" x2="0" y2="0">
          <stop offset="0" className={classes.beamNear} />
          <stop offset="1" className={classes.beamFar} />
        </linearGradient>
        <radialGradient id="glow">
          <stop offset="0" className={classes.beamNear} />
          <stop offset="1" className={classes.beamFar} />
        </radialGradient>
      </defs>
      <rect width="640" height="900" fill="url(#night)" />
      {STARS.map(([x, y, r]) => (
        <circle key={`${x}-${y}`} className={classes.star} cx={x} cy={y} r={r} />
      ))}
      <g className={classes.beams}>
        <path d="M396 312 760 170v284z" fill="url(#beam-right)" />
        <path d="M372 312-120 190v244z" fill="url(#beam-left)" />
      </g>
      <circle cx="384" cy="312" r="110" fill="url(#glow)" />
      <path className={classes.sea} d="M0 640c80-14 160 10 240 4s160-18 240-6 120 8 160 2v260H0z" />
      <path
        className={classes.rock}
        d="M268 668c18-34 44-48 62-50h108c24 4 56 22 74 50 20 8 40 18 54 34H214c14-18 34-28 54-34z"
      />
      <path className={classes.tower} d="M362 352h44l18 270h-80z" />
      <path className={classes.band} d="m357 424 54 0 4.2 60h-62.6zM349 546h70l4.4 64h-78.8z" />
      <path className={classes.tower} d="M348 338h72v14h-72zM362 292l22-24 22 24z" />
      <rect className={classes.lamp} x="367" y="294" width="34" height="42" rx="3" />
      <path className={classes.foam} d="M470 700c50-10 90 6 140 0s60-8 90-4" />
      <path className={classes.foam} d="M520 742c40-8 70 6 110 0s40-4 60-2" />
      <path className={classes.glint} d="M352 724h64M362 748h44M372 772h24" />
    </svg>
  )
}
