/** The placeholder of 'Saúde' until it is loaded. */
import { Skeleton, Stack } from '@mantine/core'
import classes from './Health.module.css'

const HEIGHTS = [132, 96, 96, 180]

export function HealthWaiting() {
  return (
    <Stack gap="md" className={classes.body ?? ''} aria-busy="true" aria-label="Carregando" role="status">
      <Skeleton height={36} width="60%" />
      {HEIGHTS.map((height, place) => (
        // oxlint-disable-next-line react/no-array-index-key
        <Skeleton key={place} height={height} radius="md" />
      ))}
    </Stack>
  )
}
