/** A list of names that this device keeps for one user, in local storage: the menu is drawn before the store is read. */
import { useLocalStorage } from '@mantine/hooks'

const NONE: readonly string[] = []

/** Foreign text under our key is an empty list. */
function listed(text: string | undefined): readonly string[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(list) ? list.filter((name) => typeof name === 'string') : NONE
  } catch {
    return NONE
  }
}

/** All who read the same list see a change at once. `key` begins with 'farol_' and ends with the user's id. */
export function useDeviceList(key: string): [readonly string[], (list: readonly string[]) => void] {
  const [list, setList] = useLocalStorage<readonly string[]>({
    key,
    defaultValue: NONE,
    deserialize: listed,
    getInitialValueInEffect: false,
  })
  return [list, setList]
}
