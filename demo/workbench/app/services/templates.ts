import { TemplateService } from '../templates/service';

/** The one template service: it knows the variables and the range of the page on screen. */
export const templates = new TemplateService();
