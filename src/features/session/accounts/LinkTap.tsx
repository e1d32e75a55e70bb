/** What a mail's link is for, done by a tap: mail programs open links by themselves. */
import { Alert, Button, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { CallResult } from '../../../api/call-result.ts'
import { entranceFailure } from './entrance-failure.ts'
import { useEntrance } from './entrance-notice.ts'

interface LinkTapProps {
  /** What the tap does. */
  readonly children: ReactNode
  readonly confirm: string
  readonly danger?: boolean
  readonly back: string
  readonly ask: () => Promise<CallResult<{ readonly message: string }>>
  readonly onUnusable: (message: string) => void
}

export function LinkTap({ children, confirm, danger = false, back, ask, onUnusable }: LinkTapProps) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const enter = useEntrance()
  const tap = async () => {
    setBusy(true)
    const result = await ask()
    setBusy(false)
    if (result.kind === 'ok') return enter({ kind: 'done', text: result.value.message })
    if (result.kind === 'refused' && result.body.code === 'link_unusable')
      return onUnusable(result.body.message)
    setProblem(entranceFailure(result))
  }
  return (
    <Stack gap="md">
      {children}
      <Button
        {...(danger ? { color: 'red' } : {})}
        size="md"
        loading={busy}
        onClick={() => void tap()}
        fullWidth
        data-autofocus
      >
        {confirm}
      </Button>
      <Button component="a" href="/login" variant="default" size="md" fullWidth>
        {back}
      </Button>
      {problem === null ? null : (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
    </Stack>
  )
}
