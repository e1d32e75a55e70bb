/** Small line drawings for empty, missing, denied and failed states, in the logo's two colours. */
import type { ReactNode } from 'react'
import classes from './Drawing.module.css'

export type DrawingName = 'calm' | 'search' | 'denied' | 'lost' | 'broken' | 'done'

const sea = (
  <>
    <path
      className={classes.line}
      d="M8 84c7 0 7-4 14-4s7 4 14 4 7-4 14-4 7 4 14 4 7-4 14-4 7 4 14 4 7-4 14-4 7 4 14 4"
    />
    <path className={classes.faint} d="M24 93c6 0 6-3 12-3s6 3 12 3 6-3 12-3 6 3 12 3 6-3 12-3 6 3 12 3" />
  </>
)

const lighthouse = (
  <>
    <path className={classes.line} d="M54 80 57 42h14l3 38" />
    <path className={classes.line} d="M52 42h24M57 42V31h14v11M56 31l8-8 8 8z" />
    <path className={classes.faint} d="M56 56h16M55 68h18" />
  </>
)

const drawings: Record<DrawingName, ReactNode> = {
  calm: (
    <>
      {lighthouse}
      <circle className={classes.light} cx="64" cy="36.5" r="3.5" />
      {sea}
    </>
  ),
  search: (
    <>
      {lighthouse}
      <path className={classes.beam} d="m72 36 40-14v28z" />
      <circle className={classes.light} cx="64" cy="36.5" r="3.5" />
      {sea}
    </>
  ),
  done: (
    <>
      {lighthouse}
      <path className={classes.beam} d="m72 36 40-14v28zM56 36 16 22v28z" />
      <circle className={classes.light} cx="64" cy="36.5" r="3.5" />
      {sea}
    </>
  ),
  denied: (
    <>
      <rect className={classes.line} x="42" y="44" width="44" height="34" rx="6" />
      <path className={classes.line} d="M51 44v-9a13 13 0 0 1 26 0v9" />
      <circle className={classes.light} cx="64" cy="59" r="4" />
      <path className={classes.lightLine} d="M64 62v6" />
      {sea}
    </>
  ),
  lost: (
    <>
      <path className={classes.line} d="M40 78c2 6 8 8 24 8s22-2 24-8zM64 78V30" />
      <path className={classes.line} d="M64 32c14 6 20 20 20 38H64z" />
      <path className={classes.beam} d="M60 38c-10 6-15 18-15 32h15z" />
      <path
        className={classes.faint}
        d="M16 90c6 0 6-3 12-3s6 3 12 3 6-3 12-3 6 3 12 3 6-3 12-3 6 3 12 3 6-3 12-3"
      />
    </>
  ),
  broken: (
    <>
      {lighthouse}
      <path className={classes.lightLine} d="m98 24-8 12h9l-8 12" />
      {sea}
    </>
  ),
}

export function Drawing({ name }: { name: DrawingName }) {
  return (
    <svg className={classes.root} viewBox="0 0 128 100" aria-hidden="true" focusable="false">
      {drawings[name]}
    </svg>
  )
}
