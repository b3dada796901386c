/** Takes people to the first thing in a form that was refused, once it is marked: it may be out of view. */
export const goToFirstProblem = (form: HTMLFormElement): void => {
  requestAnimationFrame(() => {
    const place = form.querySelector<HTMLElement>('[aria-invalid="true"], .problem');
    place?.focus();
    place?.scrollIntoView({ block: "nearest" });
  });
};
