/** The final shape of a card while its row is read. */
import { Skeleton } from '@mantine/core'
import classes from './CardGrid.module.css'

export function SkeletonCard() {
  return (
    <div className={classes.skeleton} aria-hidden>
      <Skeleton height={20} width="45%" />
      <Skeleton height={24} mt={12} width="75%" />
      <Skeleton height={18} mt={8} width="40%" />
      <Skeleton height={24} mt={12} width="55%" />
      <Skeleton height={140} mt={16} />
    </div>
  )
}
