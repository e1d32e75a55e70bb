/** The shape of a report while its first answer comes. */
import { Skeleton, Stack, VisuallyHidden } from '@mantine/core'
import classes from './Reports.module.css'

export function ReportWaiting() {
  return (
    <Stack gap="lg" aria-busy="true" role="status" aria-label="Carregando">
      <VisuallyHidden>Carregando</VisuallyHidden>
      <div className={classes.figures}>
        {['a', 'b', 'c', 'd'].map((tile) => (
          <Skeleton key={tile} height={76} radius="md" />
        ))}
      </div>
      <Skeleton className={classes.chartWaiting ?? ''} radius="md" />
      <Skeleton height={280} radius="md" />
    </Stack>
  )
}
