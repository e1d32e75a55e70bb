/** The shape of the day until its first answer. */
import { Skeleton } from '@mantine/core'
import classes from './DayScreen.module.css'

export function DaySkeleton() {
  return (
    <div className={classes.screen} aria-busy="true" role="status" aria-label="Reunindo o seu dia">
      <Skeleton height={34} width={240} mb="lg" />
      <div className={classes.columns}>
        <Skeleton height={380} radius="md" />
        <Skeleton height={280} radius="md" />
      </div>
    </div>
  )
}
