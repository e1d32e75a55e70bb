/** The lines of the panel. Each is a link; the arrow keys move between them. */
import { Skeleton, Stack, Text } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { useCorrectedNow } from '../../device/useCorrectedNow.ts'
import type { Notice } from '../../domain/notices/notice.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { NoticeLine } from './NoticeLine.tsx'
import classes from './NoticeList.module.css'

interface NoticeListProps {
  readonly userId: number
  readonly shown: readonly { readonly notice: Notice; readonly isNew: boolean }[] | undefined
  readonly onVisit: (notice: Notice) => void
}

/** The step of each key from the focused line; ends of the list as infinity. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
  const step = STEPS[event.key]
  if (step === undefined) return
  const links = [...event.currentTarget.querySelectorAll('a')]
  const present = links.findIndex((link) => link === document.activeElement)
  const place = Math.min(Math.max(present + step, 0), links.length - 1)
  event.preventDefault()
  links[place]?.focus()
}

export function NoticeList({ userId, shown, onVisit }: NoticeListProps) {
  const nowMs = useCorrectedNow(userId)
  if (shown === undefined)
    return (
      <Stack gap="sm" p="md" aria-busy="true" role="status" aria-label="Reunindo os avisos">
        {[0, 1, 2].map((line) => (
          <Skeleton key={line} height={40} />
        ))}
      </Stack>
    )
  if (shown.length === 0)
    return (
      <div className={classes.empty}>
        <EmptyState drawing="calm" title="Nenhum aviso" order={3}>
          <Text size="sm">O que precisar de você aparece aqui, também sem rede.</Text>
        </EmptyState>
      </div>
    )
  return (
    // The keys only add to the links' own.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <ul className={classes.list} onKeyDown={moveFocus}>
      {shown.map(({ notice, isNew }, place) => (
        <li key={notice.key}>
          <NoticeLine
            notice={notice}
            isNew={isNew}
            nowMs={nowMs}
            isFirst={place === 0}
            onVisit={() => onVisit(notice)}
          />
        </li>
      ))}
    </ul>
  )
}
