/** A funnel as a picture and as a table of the same values, with the time of its data. */
import { Skeleton, Table, Text } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { Answer } from '../../device/useAnswer.ts'
import { cellText } from '../../domain/reports/cell-text.ts'
import { originWords } from '../../domain/reports/data-origin.ts'
import { type Funnel, funnelLines } from '../../domain/reports/funnel.ts'
import { formatDateTime } from '../../domain/time/sao-paulo.ts'
import classes from './Funnel.module.css'

const FunnelPicture = lazy(() => import('./FunnelPicture.tsx'))

interface FunnelFiguresProps {
  readonly funnel: Funnel
  readonly isMain: boolean
  readonly answer: Pick<Answer<unknown>, 'state' | 'problem'>
}

const SIZES = { main: 260, small: 130 } as const

export function FunnelFigures({ funnel, isMain, answer }: FunnelFiguresProps) {
  const size = isMain ? SIZES.main : SIZES.small
  const origin = originWords(funnel)
  const age = `Dados de ${formatDateTime(funnel.as_of)}${origin === null ? '' : `. ${origin}`}`
  return (
    <>
      <div className={classes.figures}>
        <Suspense fallback={<Skeleton circle height={size} />}>
          <FunnelPicture funnel={funnel} size={size} withLabels={isMain} />
        </Suspense>
        <Table
          className={classes.values ?? ''}
          fz={isMain ? 'sm' : 'xs'}
          verticalSpacing={2}
          horizontalSpacing={4}
        >
          <Table.Tbody>
            {funnelLines(funnel).map(({ key, title, value, isStage }) => (
              <Table.Tr key={key}>
                <Table.Th fw={isStage ? 640 : 400} {...(isStage ? {} : { pl: 'sm' })}>
                  {title}
                </Table.Th>
                <Table.Td ta="right">{cellText(value, 'integer')}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
      <Text size="xs" c="dimmed">
        {answer.problem?.isOffline ? `Sem conexão. ${age}` : age}
      </Text>
    </>
  )
}
