import { createRoot } from "react-dom/client";
import { restoreTheme } from "./parts/theme";
import { Studio } from "./studio";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/parts.css";

restoreTheme();
createRoot(document.getElementById("studio") as HTMLElement).render(<Studio />);
