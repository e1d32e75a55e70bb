/** 'Apagar este aparelho': a question, and a second one where unsent work is lost. docs/rules.md#erasing-a-device */
import { Text } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { isNotConfirmed } from '../../api/confirmation.ts'
import { type DeviceEntry, eraseDeviceRoute } from '../../contract/devices.ts'
import { lossWords, waitingCount } from '../../domain/session/device.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { notify } from '../../ui/notify.ts'
import { failureWords, online } from '../online.ts'
import { deviceName } from './device-words.ts'

interface EraseDeviceProps {
  readonly device: DeviceEntry
  readonly opened: boolean
  readonly onClose: () => void
  readonly onOrdered: () => void
}

export function EraseDevice({ device, opened, onClose, onOrdered }: EraseDeviceProps) {
  /** How much is lost, once the first question was answered. */
  const [loss, setLoss] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const close = () => {
    setLoss(null)
    onClose()
  }

  const send = async (losesWaiting: boolean) => {
    setBusy(true)
    const result = await online((token) =>
      call(eraseDeviceRoute, { token, params: { id: device.id }, body: { loses_waiting: losesWaiting } }),
    )
    setBusy(false)
    // The question stays as it was.
    if (isNotConfirmed(result)) return
    // The device reported work after this list was read.
    if (result.kind === 'refused' && result.body.code === 'rule' && !losesWaiting)
      return setLoss(result.body.message)
    close()
    if (result.kind !== 'ok')
      return notify.error(failureWords(result, 'apagar o aparelho', 'o pedido foi feito') ?? '')
    onOrdered()
    notify.success('Pedido feito: o aparelho é apagado no próximo contato')
  }

  const first = () => {
    const waiting = waitingCount(device) ?? 0
    if (waiting > 0) setLoss(lossWords(device))
    else void send(false)
  }

  return (
    <>
      <ConfirmDialog
        opened={opened && loss === null}
        title="Apagar este aparelho?"
        danger
        confirm="Apagar aparelho"
        busy={busy}
        onConfirm={first}
        onClose={close}
      >
        <Text>
          {device.user.name} sai na hora do Farol neste aparelho ({deviceName(device)}). Os dados dessa pessoa
          saem do aparelho no próximo contato com o Farol. Outros usuários do mesmo aparelho continuam.
        </Text>
      </ConfirmDialog>
      <ConfirmDialog
        opened={opened && loss !== null}
        title="Perder o que não foi enviado?"
        danger
        confirm="Apagar e perder"
        busy={busy}
        onConfirm={() => void send(true)}
        onClose={close}
      >
        <Text>{loss} Se puder, peça antes que o aparelho seja ligado à internet.</Text>
      </ConfirmDialog>
    </>
  )
}
