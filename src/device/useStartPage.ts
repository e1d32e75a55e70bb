/** The user's start page, kept for the next start of this device as soon as it is known: docs/rules.md#my-day */
import { useEffect } from 'react'
import { DELIVERED_START, type StartPage } from '../domain/session/start-page.ts'
import { keepStart } from '../opening/start-page.ts'
import { useScreenSetting } from './useScreenSetting.ts'

/** `value` is undefined until it is read. */
export function useStartPage(userId: number): {
  readonly value: StartPage | undefined
  readonly save: (value: StartPage) => void
} {
  const { value, save } = useScreenSetting(userId, 'start')
  const path = value === undefined ? undefined : (value ?? DELIVERED_START).path
  useEffect(() => {
    if (path !== undefined) keepStart(userId, path === '/hoje')
  }, [userId, path])
  return { value: path === undefined ? undefined : { path }, save }
}
