/** The button by which an administrator confirms the server's time. docs/rules.md#clock */
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { confirmClockRoute } from '../../../contract/administration/findings.ts'
import { failureWords, online } from '../../../device/online.ts'
import { notify } from '../../../ui/notify.ts'

export function ConfirmClock({ onConfirmed }: { readonly onConfirmed: () => void }) {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const confirm = async () => {
    setBusy(true)
    const result = await online((token) => call(confirmClockRoute, { token }))
    setBusy(false)
    setProblem(failureWords(result, 'confirmar a hora', 'foi confirmada'))
    if (result.kind !== 'ok') return
    notify.saved(result.value.message)
    onConfirmed()
  }
  return (
    <>
      <Button mt="xs" variant="default" disabled={busy} onClick={() => void confirm()}>
        A hora está certa
      </Button>
      {problem === null ? null : (
        <Text size="sm" c="red" role="alert">
          {problem}
        </Text>
      )}
    </>
  )
}
