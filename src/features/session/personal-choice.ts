/** Whether who signs in now wants this device in the personal mode again. In the memory of the sign-in screen's page alone. */
let isPersonal = false

export function choosePersonal(chosen: boolean): void {
  isPersonal = chosen
}

export const choosesPersonal = (): boolean => isPersonal
