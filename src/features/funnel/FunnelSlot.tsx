/** One place of the grid: a plus button, a request for filters, or a funnel. docs/rules.md#funnel */
import { Popover, Text, UnstyledButton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { leadChartRoute } from '../../contract/reports/funnel.ts'
import { type Answer, useAnswer } from '../../device/useAnswer.ts'
import { type Funnel, isEmptyFunnel } from '../../domain/reports/funnel.ts'
import { funnelQuery, type Slot, type SlotFilter } from '../../domain/reports/funnel-slots.ts'
import classes from './Funnel.module.css'
import { FunnelFigures } from './FunnelFigures.tsx'
import { FunnelPanel } from './FunnelPanel.tsx'
import { type FunnelChoices, filterWords } from './funnel-choices.ts'

interface FunnelSlotProps {
  readonly userId: number
  readonly slot: Slot
  /** From 1; the first is the main place. */
  readonly number: number
  readonly choices: FunnelChoices
  readonly onChoose: () => void
  readonly onCreate: () => void
}

export function FunnelSlot(props: FunnelSlotProps) {
  const { slot, number, onCreate, onChoose } = props
  if (slot.state === 'empty')
    return (
      <UnstyledButton
        className={classes.slot ?? ''}
        data-main={number === 1 || undefined}
        data-empty
        aria-label={`Funil ${number}: criar`}
        onClick={onCreate}
      >
        <IconPlus size={number === 1 ? 48 : 28} stroke={1.5} aria-hidden />
      </UnstyledButton>
    )
  if (slot.state === 'filled') return <FilledSlot {...props} filter={slot.filter} />
  return (
    <article className={classes.slot} data-main={number === 1 || undefined}>
      <UnstyledButton
        className={classes.choose ?? ''}
        onClick={onChoose}
        aria-label={`Funil ${number}: sem filtros`}
      />
      <Text c="dimmed" ta="center" m="auto">
        Selecione os filtros desejados
      </Text>
    </article>
  )
}

interface FilledSlotProps extends FunnelSlotProps {
  readonly filter: SlotFilter
}

function FilledSlot({ userId, number, choices, onChoose, filter }: FilledSlotProps) {
  const answer = useAnswer(
    userId,
    leadChartRoute,
    { query: funnelQuery(filter) },
    { what: 'o funil de vendas' },
  )
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const panelId = useId()
  const isMain = number === 1
  const words = filterWords(filter, choices)
  const funnel = answer.value
  const hasPanel = funnel !== undefined && !isEmptyFunnel(funnel)
  return (
    <Popover
      opened={hasPanel && (pointed || focused)}
      position={isMain ? 'bottom' : 'top'}
      withRoles={false}
      withinPortal
      width={280}
      shadow="md"
    >
      <Popover.Target>
        <article className={classes.slot} data-main={isMain || undefined}>
          <UnstyledButton
            className={classes.choose ?? ''}
            aria-label={
              isMain ? `Funil principal: ${words}` : `Funil ${number}: ${words}. Trazer à posição principal`
            }
            {...(hasPanel ? { 'aria-describedby': panelId } : {})}
            onClick={onChoose}
            // It covers the slot.
            onMouseEnter={() => setPointed(true)}
            onMouseLeave={() => setPointed(false)}
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
            onKeyDown={({ key }) => {
              if (key !== 'Escape') return
              setFocused(false)
              setPointed(false)
            }}
          />
          <Text size={isMain ? 'sm' : 'xs'} fw={640} lineClamp={isMain ? 2 : 1}>
            {words}
          </Text>
          <SlotBody isMain={isMain} answer={answer} />
        </article>
      </Popover.Target>
      <Popover.Dropdown id={panelId}>
        {funnel === undefined ? null : <FunnelPanel funnel={funnel} />}
      </Popover.Dropdown>
    </Popover>
  )
}

interface SlotBodyProps {
  readonly isMain: boolean
  readonly answer: Answer<Funnel>
}

function SlotBody({ isMain, answer: { value: funnel, problem } }: SlotBodyProps) {
  if (funnel === undefined)
    return (
      <Text c="dimmed" ta="center" m="auto" size="sm" role="status">
        {problem === null ? 'Carregando…' : problem.words}
      </Text>
    )
  if (isEmptyFunnel(funnel))
    return (
      <Text c="dimmed" ta="center" m="auto" role="status">
        Nenhuma Lead encontrada neste período!
      </Text>
    )
  return <FunnelFigures funnel={funnel} isMain={isMain} problem={problem} />
}
