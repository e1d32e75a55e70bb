/** The stages as a funnel. The table beside it has the same values in words. */
import { FunnelChart } from '@mantine/charts'
import '@mantine/charts/styles.layer.css'
import { cellText } from '../../domain/reports/cell-text.ts'
import { type Funnel, funnelLines } from '../../domain/reports/funnel.ts'

interface FunnelPictureProps {
  readonly funnel: Funnel
  readonly size: number
  readonly withLabels: boolean
}

/** The colours of the statuses behind the stages. */
const COLORS = ['blue.6', 'yellow.6', 'teal.6', 'violet.6', 'green.6']

export default function FunnelPicture({ funnel, size, withLabels }: FunnelPictureProps) {
  const stages = funnelLines(funnel).filter(({ isStage }) => isStage)
  return (
    <FunnelChart
      aria-hidden
      size={size}
      withLabels={withLabels}
      valueFormatter={(value) => cellText(value, 'integer')}
      withTooltip={false}
      accessibilityLayer={false}
      data={stages.map(({ title, value }, place) => ({
        name: title,
        value,
        color: COLORS[place] ?? 'gray.6',
      }))}
    />
  )
}
