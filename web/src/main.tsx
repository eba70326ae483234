import { createRoot } from "react-dom/client";
import { Studio } from "./studio";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/parts.css";

createRoot(document.getElementById("studio") as HTMLElement).render(<Studio />);
