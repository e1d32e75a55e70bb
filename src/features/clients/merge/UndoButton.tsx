/** 'Desfazer' of a merge: docs/rules.md#merging-clients */
import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { type ClientMerge, undoMergeRoute } from '../../../contract/client-merges.ts'
import { failureWords, online } from '../../../device/online.ts'
import { notify } from '../../../ui/notify.ts'
import { useOnce } from '../../../ui/useOnce.ts'
import { nudgeSync } from '../../../workers/sync-bridge.ts'
import { mergeWords, undoneWords } from './merge-words.ts'

interface UndoButtonProps {
  readonly merge: ClientMerge
  readonly onUndone: () => void
}

/** Undoes a merge, and says what stayed as it was typed since. */
export function UndoButton({ merge, onUndone }: UndoButtonProps) {
  const [busy, setBusy] = useState(false)
  const once = useOnce()
  const undo = async () => {
    setBusy(true)
    const result = await online((token) => call(undoMergeRoute, { token, params: { id: merge.id } }))
    setBusy(false)
    // After a failure too: the list is read again and shows the present state.
    onUndone()
    if (result.kind !== 'ok')
      return notify.error(failureWords(result, 'desfazer a junção', 'foi desfeita') ?? '')
    nudgeSync()
    notify.success(undoneWords(result.value.revived.name, result.value.kept))
  }
  return (
    <Button
      size="xs"
      variant="default"
      style={{ flex: 'none' }}
      loading={busy}
      leftSection={<IconArrowBackUp size={14} aria-hidden />}
      aria-label={`Desfazer: ${mergeWords(merge)}`}
      onClick={() => void once(undo)}
    >
      Desfazer
    </Button>
  )
}
