/** 'Bloquear' and 'Trocar usuário' of a protected device. Their code is loaded on demand. docs/rules.md#protected-devices */
import { importWithRetry } from '../../opening/import-with-retry.ts'

/** `choose`: the lock screen asks who works next. */
export function lockNow(choose: boolean): void {
  void importWithRetry(() => import('../../device/keyring/lock-device.ts')).then(({ lockDevice }) =>
    lockDevice(choose),
  )
}
