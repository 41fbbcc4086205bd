import { useAllApplications } from "../data/applications.ts";
import { TextLink } from "./text-link.tsx";

/** Link to an application, with its name. */
export function ApplicationName({ id }: { id: string }) {
  const application = useAllApplications().find((each) => each.id === id);
  return (
    <TextLink to="/applications/$id" params={{ id }} className={application === undefined ? "font-mono" : ""}>
      {application?.name ?? id}
    </TextLink>
  );
}
