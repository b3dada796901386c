/** What is shown of an object, and what the caller may do with it, if they ask (contract#may). */
export const withMay = <View extends object, May>(
  view: View,
  { may: isAsked }: { readonly may: boolean },
  may: () => May,
): View & { readonly may?: May } => (isAsked ? { ...view, may: may() } : view);
